from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.module import Module
from trainlint.sources import sources


def used(text: str) -> tuple[Module, ast.Name]:
    """The name in the only `use(x)`."""
    module = module_of(text)
    use = next(call for call in module.calls if isinstance(call.func, ast.Name) and call.func.id == "use")
    assert isinstance(use.args[0], ast.Name)
    return module, use.args[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = make()\nx = wrap(x)\nuse(x)", {"wrap(x)"}),
        ("x = make().to(d)\ny = wrap(x)\nuse(x)", {"make()"}),
        ("def f(x):\n    use(x)\nf(one())\nf(two())", {"one()", "two()"}),
        ("def build():\n    return make()\nx = build()\nuse(x)", {"make()"}),
        ("x = a() if c else b()\nuse(x)", {"a()", "b()"}),
        ("x = make()\nx = x\nuse(x)", {"make()"}),
    ],
)
def test_what_made_a_value_where_it_stands(text: str, expected: set[str]) -> None:
    found = sources(*used(text))
    assert found is not None
    assert {ast.unparse(source) for source in found} == expected


@pytest.mark.parametrize("text", ["for x in a:\n    use(x)", "def f(x):\n    use(x)", "x, y = pair()\nuse(x)"])
def test_what_is_out_of_sight_has_no_sources(text: str) -> None:
    assert sources(*used(text)) is None

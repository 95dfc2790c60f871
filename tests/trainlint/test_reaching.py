from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.module import Module
from trainlint.reaching import reaching, sources


def used(text: str) -> tuple[Module, ast.Name]:
    """The name in the only `use(x)`."""
    module = module_of(text)
    use = next(call for call in module.calls if isinstance(call.func, ast.Name) and call.func.id == "use")
    assert isinstance(use.args[0], ast.Name)
    return module, use.args[0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = 1\nuse(x)", {"1"}),
        ("x = 1\nx = 2\nuse(x)\nx = 3", {"2"}),
        ("x = 1\nif a:\n    x = 2\nuse(x)", {"1", "2"}),
        ("x = 1\nif a:\n    x = 2\n    use(x)", {"2"}),
        ("x = 1\nif a:\n    x = 2\nelse:\n    use(x)", {"1"}),
        ("x = 1\nfor i in a:\n    use(x)\n    x = 2", {"1", "2"}),
        ("x = 1\nfor i in a:\n    x = 2\n    use(x)\nx = 3", {"2"}),
        ("x = 1\nfor x in a:\n    use(x)", {"For", "1"}),
        ("while a:\n    use(x)\n    if a:\n        x = 4\nx = 5", {"4"}),
        ("x = 1\nx += 2\nuse(x)", {"AugAssign", "1"}),
        ("x = 1\nwith a as x:\n    use(x)", {"withitem", "1"}),
        ("x = 1\nif x := 2:\n    use(x)\nx = 3", {"1", "2"}),
        ("x = 1\ntry:\n    x = 2\nexcept E:\n    use(x)", {"1", "2"}),
        ("x = 1\nx = 2\ndef f():\n    use(x)", {"1", "2"}),
        ("def f(x=0):\n    if x:\n        x = 1\n    use(x)", {"0", "1"}),
        ("def f(x=0):\n    x = 1\n    use(x)", {"1"}),
    ],
)
def test_the_assignments_that_reach_a_place(text: str, expected: set[str]) -> None:
    found = {
        ast.unparse(binding.value) if binding.value is not None else type(binding.node).__name__
        for binding in reaching(*used(text))
    }
    assert found == expected


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

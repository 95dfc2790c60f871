from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.module import Module
from trainlint.reaching import latest, opened_by, reaching


def used(source: str) -> tuple[Module, ast.Name]:
    """The module, and the `x` that is handed to `use`."""
    module = module_of(source)
    call = next(call for call in module.calls if ast.unparse(call.func) == "use")
    name = call.args[0]
    assert isinstance(name, ast.Name)
    return module, name


@pytest.mark.parametrize(
    ("source", "values"),
    [
        ("x = 1\nuse(x)", {"1"}),
        ("x = 1\nx = 2\nuse(x)", {"2"}),
        ("x = 1\nuse(x)\nx = 2", {"1"}),
        ("x = 1\nif a:\n    x = 2\nuse(x)", {"1", "2"}),
        ("x = 1\nif a:\n    x = 2\nelse:\n    use(x)", {"1"}),
        ("x = 1\nif a:\n    x = 2\n    use(x)", {"2"}),
        ("x = 1\nfor a in b:\n    use(x)\n    x = 2", {"1", "2"}),
        ("x = 1\nfor a in b:\n    x = 2\n    use(x)\n    x = 3", {"2"}),
        ("x = 1\nwhile a:\n    x = 2\nuse(x)", {"1", "2"}),
        ("x = 1\nx = f(use(x))", {"1"}),
        ("x = 1\nwith a:\n    x = 2\nuse(x)", {"2"}),
        ("x = 1\ntry:\n    x = 2\nexcept E:\n    pass\nuse(x)", {"1", "2"}),
        ("def f(x):\n    x = 2\n    use(x)", {"2"}),
        ("def f():\n    x = 1\n    x = 2\n    def g():\n        use(x)", {"1", "2"}),
        ("x = 1\ndef f():\n    use(x)\nx = 2", {"1", "2"}),
    ],
)
def test_a_later_assignment_takes_the_place_of_an_earlier_one(source: str, values: set[str]) -> None:
    module, name = used(source)
    assert {ast.unparse(bound.value) for bound in reaching(module, name) if bound.value} == values


def test_the_latest_value_is_found_through_other_names() -> None:
    module, name = used("a = 1\na = 2\nx = a\nuse(x)")
    assert ast.unparse(latest(module, name)) == "2"


@pytest.mark.parametrize(
    ("source", "opened"),
    [
        ("with open('a') as x:\n    pass\nwith open('b') as x:\n    use(x)", "open('b')"),
        ("with open('a') as y:\n    x = y\nuse(x)", "open('a')"),
        ("with open('a') as x:\n    x = 1\n    use(x)", None),
        ("with open('a') as (x, y):\n    use(x)", None),
    ],
)
def test_the_with_that_opened_a_name_is_found(source: str, opened: str | None) -> None:
    module, name = used(source)
    item = opened_by(module, name)
    assert (ast.unparse(item.context_expr) if item else None) == opened


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
        ("x = 1\nfor x in a:\n    use(x)", {"For"}),
        ("while a:\n    use(x)\n    if a:\n        x = 4\nx = 5", {"4"}),
        ("x = 1\nx += 2\nuse(x)", {"AugAssign", "1"}),
        ("x = 1\nwith a as x:\n    use(x)", {"withitem"}),
        ("x = 1\nif x := 2:\n    use(x)\nx = 3", {"1", "2"}),
        ("x = 1\ntry:\n    x = 2\nexcept E:\n    use(x)", {"1", "2"}),
        ("x = 1\nx = 2\ndef f():\n    use(x)", {"1", "2"}),
        ("def f(x=0):\n    if x:\n        x = 1\n    use(x)", {"0", "1"}),
        ("def f(x=0):\n    x = 1\n    use(x)", {"1"}),
    ],
)
def test_the_bindings_that_may_hold_at_a_place(text: str, expected: set[str]) -> None:
    found = {
        ast.unparse(binding.value) if binding.value is not None else type(binding.node).__name__
        for binding in reaching(*used(text))
    }
    assert found == expected

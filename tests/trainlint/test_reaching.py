from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.reaching import reaching


def values(text: str) -> set[str]:
    """What may be in `x` at the only `use(x)`."""
    module = module_of(text)
    use = next(call for call in module.calls if isinstance(call.func, ast.Name) and call.func.id == "use")
    name = use.args[0]
    assert isinstance(name, ast.Name)
    return {
        ast.unparse(binding.value) if binding.value is not None else type(binding.node).__name__
        for binding in reaching(module, name)
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = 1\nx = 2\nuse(x)\nx = 3", {"2"}),
        ("x = 1\nif a:\n    x = 2\nuse(x)", {"1", "2"}),
        ("x = 1\nif a:\n    x = 2\n    use(x)", {"2"}),
        ("x = 1\nfor i in a:\n    use(x)\n    x = 2", {"1", "2"}),
        ("x = 1\nfor i in a:\n    x = 2\n    use(x)\nx = 3", {"2"}),
        ("x = 1\nfor x in a:\n    use(x)", {"For", "1"}),
        ("x = 1\nx += 2\nuse(x)", {"AugAssign", "1"}),
        ("x = 1\nwith a as x:\n    use(x)", {"withitem", "1"}),
        ("x = 1\nif x := 2:\n    use(x)\nx = 3", {"1", "2"}),
        ("x = 1\nx = 2\ndef f():\n    use(x)", {"1", "2"}),
        ("def f(x=0):\n    if x:\n        x = 1\n    use(x)", {"0", "1"}),
        ("x = 1\nuse(x)", {"1"}),
        ("while a:\n    use(x)\n    if a:\n        x = 4\nx = 5", {"4"}),
    ],
)
def test_the_assignments_that_reach_a_place(text: str, expected: set[str]) -> None:
    assert values(text) == expected

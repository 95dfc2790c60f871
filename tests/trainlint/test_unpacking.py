from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.unpacking import goes_through


@pytest.mark.parametrize(
    ("loop", "source"),
    [
        ("for x, y in zip(a, b): pass", "a"),
        ("for y, (z, x) in zip(a, b): pass", "b"),
        ("for x, y in enumerate(a): pass", "enumerate"),
        ("for y, x in enumerate(a): pass", None),
        ("for x in zip(a, b): pass", None),
        ("for y, x in a: pass", None),
        ("for y, x in other(a): pass", None),
    ],
)
def test_what_a_name_goes_through(loop: str, source: str | None) -> None:
    module = module_of(loop)
    found = goes_through(module, module.tree.body[0], "x")
    assert (ast.unparse(found) if found is not None else None) == source


def test_something_that_is_no_loop_goes_through_nothing() -> None:
    module = module_of("x = 1")
    assert goes_through(module, module.tree.body[0], "x") is None

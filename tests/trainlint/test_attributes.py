from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.attributes import attribute_values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("self.x = 1", ["1"]),
        ("self.x = 1\nother.x = 2", ["1", "2"]),
        ("self.x: int = 1\nself.x: int", ["1"]),
        ("self.y = 1", []),
        ("self.x = 1\nself.x, y = z", []),
        ("self.x = 1\nself.x += 1", []),
    ],
)
def test_the_values_of_an_attribute(text: str, values: list[str]) -> None:
    assert [ast.unparse(value) for value in attribute_values(module_of(text), "x")] == values

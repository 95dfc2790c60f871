from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.values import integers, possible


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("x = 1\nx", {1}),
        ("x = 1 if y else 2\nx", {1, 2}),
        ("def f(x): x\nf(1)\nf(2)", {1, 2}),
        ("for x in (1, 2): x", {1, 2}),
        ("sizes = [1, 2]\nfor x in sizes: x", {1, 2}),
        ("[x for x in (1, 2)]", {1, 2}),
        ("x = 3\nfor x in (1, 2): x", {1, 2, 3}),
        ("for x in (1, *more): x", None),
        ("for x in range(2): x", None),
        ("for x, y in ((1, 2), (3, 4)): x", None),
        ("x", None),
    ],
)
def test_a_number_is_known_where_the_text_tells(text: str, values: set[int] | None) -> None:
    module = module_of(text)
    name = next(node for node in module.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    use = [
        node
        for node in module.nodes
        if isinstance(node, ast.Name) and node.id == "x" and isinstance(node.ctx, ast.Load)
    ]
    found = integers(module, use[-1] if use else name)
    assert found == (None if values is None else frozenset(values))


def test_a_loop_over_literals_gives_each_of_them() -> None:
    module = module_of("for metrics in ({'a': 1}, {'b': 2}): print(metrics)")
    [call] = module.calls
    found = possible(module, call.args[0])
    assert found is not None
    assert sorted(map(ast.unparse, found)) == ["{'a': 1}", "{'b': 2}"]

from __future__ import annotations

import ast
from typing import Any

import pytest

from parsed_programs import module_of
from trainlint import values

HEAD = """
N = 3
TEXT = "train"
SETTINGS = {"lr": 0.1, "epochs": 2}
changed = {"lr": 0.1}
changed["epochs"] = 2
choice = 1
choice = 2
def helper(size, *rest): return size
helper(4)
helper(size=N)
"""


def last(text: str) -> tuple[Any, ast.expr]:
    module = module_of(HEAD + text)
    statement = module.tree.body[-1]
    assert isinstance(statement, ast.Expr)
    return module, statement.value


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("2", {2}),
        ("N", {3}),
        ("N if flag else 5", {3, 5}),
        ("choice", {1, 2}),
        ("(1, N)", {1, 3}),
        ("-1", {-1}),
        ("f()", None),
        ("2.5", None),
        ("True", None),
        ("unknown", None),
    ],
)
def test_integers_are_known_where_they_are_written(text: str, found: set[int] | None) -> None:
    assert values.integers(*last(text)) == found


def test_a_parameter_is_all_that_calls_give_it() -> None:
    module = module_of(HEAD)
    (returned,) = module.index.all(ast.Return)
    assert returned.value is not None
    assert values.integers(module, returned.value) == {3, 4}


def test_numbers_may_be_broken() -> None:
    assert values.numbers(*last("0.5 if flag else N")) == {0.5, 3.0}
    assert values.numbers(*last("TEXT")) is None


def test_texts_are_known_where_they_are_written() -> None:
    assert values.strings(*last("TEXT if flag else 'eval'")) == {"train", "eval"}
    assert values.strings(*last("N")) is None


@pytest.mark.parametrize(("text", "found"), [("None", None), ("True", True), ("N", 3), ("choice", ...), ("f()", ...)])
def test_one_constant_or_not_one(text: str, found: object) -> None:
    assert values.constant(*last(text)) is found or values.constant(*last(text)) == found
    assert values.constant(module_of(""), None) is ...


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("SETTINGS", {"lr", "epochs"}),
        ("{'a': 1, TEXT: 2}", {"a", "train"}),
        ("dict(a=1)", {"a"}),
        ("dict(SETTINGS, a=1)", None),
        ("{**SETTINGS}", None),
        ("{f(): 1}", None),
        ("changed", None),
        ("f()", None),
    ],
)
def test_the_entries_of_a_dict_are_known_where_nothing_changes_it(text: str, keys: set[str] | None) -> None:
    found = values.entries(*last(text))
    assert (None if found is None else set(found)) == keys


@pytest.mark.parametrize(
    ("text", "numbers"),
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
def test_a_number_is_known_where_the_text_tells(text: str, numbers: set[int] | None) -> None:
    module = module_of(text)
    name = next(node for node in module.nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load))
    use = [
        node
        for node in module.nodes
        if isinstance(node, ast.Name) and node.id == "x" and isinstance(node.ctx, ast.Load)
    ]
    found = values.integers(module, use[-1] if use else name)
    assert found == (None if numbers is None else frozenset(numbers))


def test_a_loop_over_literals_gives_each_of_them() -> None:
    module = module_of("for metrics in ({'a': 1}, {'b': 2}): print(metrics)")
    [call] = module.calls
    found = values.possible(module, call.args[0])
    assert found is not None
    assert sorted(map(ast.unparse, found)) == ["{'a': 1}", "{'b': 2}"]

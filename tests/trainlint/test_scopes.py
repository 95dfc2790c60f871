from __future__ import annotations

import ast

import pytest

from trainlint.scopes import Binding, ScopeTable, walk


def bindings(text: str, name: str) -> list[Binding]:
    """What the last use of `name` in `text` may mean."""
    tree = ast.parse(text)
    table = ScopeTable(tree)
    uses = [node for node in table.nodes if isinstance(node, ast.Name) and node.id == name]
    found = table.scope_of[uses[-1]].lookup(name)
    return found[1] if found else []


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("import a.b\na", ["import"]),
        ("def a(): pass\na", ["function"]),
        ("class a: pass\na", ["class"]),
        ("a = 1\na = 2\na", ["assignment", "assignment"]),
        ("a: int = 1\na", ["assignment"]),
        ("a: int\na", []),
        ("b, (a, *c) = 1, x\na", ["assignment"]),
        ("for a in b: a", ["assignment"]),
        ("with b as a: a", ["assignment"]),
        ("try: pass\nexcept E as a: a", ["assignment"]),
        ("match b:\n case [a, *c]: a", ["assignment"]),
        ("(a := 1) + a", ["assignment"]),
        ("[(a := b) for b in c]\na", ["assignment"]),
        ("[a for a in b]", ["assignment"]),
        ("[a for a in b]\na", []),
        ("def f(a): a", ["parameter"]),
        ("lambda *a: a", ["assignment"]),
        ("a = 1\ndef f():\n  a", ["assignment"]),
        ("a = 1\ndef f():\n  def a(): pass\n  a", ["function"]),
        ("class C:\n  a = 1\n  def f(self): a", []),
        ("class C:\n  a = 1\n  a", ["assignment"]),
        ("def f():\n  global a\n  a = 1\na", ["assignment"]),
        ("def f():\n  a = 1\n  def g():\n    nonlocal a\n    a = 2\n  a", ["assignment", "assignment"]),
        ("a = 1\n@a\ndef f(a): pass", ["assignment"]),
    ],
)
def test_a_name_means_what_python_binds_it_to(text: str, kinds: list[str]) -> None:
    assert [binding.kind for binding in bindings(text, "a")] == kinds


def test_tuples_are_paired_where_they_match() -> None:
    first = bindings("a, b = f(), g()\na", "a")[0].value
    assert first is not None
    assert ast.unparse(first) == "f()"
    assert bindings("a, b = f()\na", "a")[0].value is None
    assert bindings("a, *b = 1, 2, 3\na", "a")[0].value is None


def test_the_walk_is_in_the_order_of_the_file_and_can_stay_in_one_function() -> None:
    tree = ast.parse("def f():\n  a\n  def g():\n    b\n  c")
    assert [node.id for node in walk(tree) if isinstance(node, ast.Name)] == ["a", "b", "c"]
    own = walk(tree.body[0], into_functions=False)
    assert [node.id for node in own if isinstance(node, ast.Name)] == ["a", "c"]

from __future__ import annotations

import ast

import pytest

from trainlint.edited import edited_tree
from trainlint.scope_table import ScopeTable
from trainlint.scopes import Binding
from trainlint.source import Source


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


GLOBAL = "def f():\n  global a\n  a = 2\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("a = 1\nb = a\n", "b = a\na = 2\n"),
        ("a = 1\ndef f(a): a\na\n", "def f(a): a\na\n"),
        (f"a = 1\n{GLOBAL}a\n", f"a = 3\n{GLOBAL}a\n"),
        ("a = 1\na\n", f"a = 1\n{GLOBAL}a\n"),
        (f"a = 1\n{GLOBAL}a\n", "a = 1\na\n"),
        ("from x import *\na = [b := 1 for c in d]\n", "a = [b := 1 for c in d]\nb\n"),
    ],
)
def test_a_table_that_was_lent_statements_knows_what_a_fresh_one_knows(before: str, after: str) -> None:
    tree, old = ast.parse(before), Source(before)
    table = ScopeTable(tree)
    edited = edited_tree(tree, old, Source(after))
    assert edited is tree
    lent, fresh = ScopeTable(tree, table), ScopeTable(ast.parse(after))
    assert told(lent) == told(fresh)


def told(table: ScopeTable) -> list[object]:
    """All that a table knows, in words."""
    place = {node: at for at, node in enumerate(table.nodes)}
    scopes = [(place[table.scope_of[node].node], place[table.scope_of[node].frame]) for node in table.nodes]
    bound = [
        {
            name: [(one.kind, place[one.node], one.target) for one in bindings]
            for name, bindings in scope.bindings.items()
        }
        for scope in (table.module_scope, *table.own_scope.values())
    ]
    kinds = [type(node).__name__ for node in table.nodes]
    parents = [place[table.parent_of[node]] for node in table.nodes[1:]]
    return [kinds, scopes, parents, bound, table.module_scope.star_imports, len(table.calls), len(table.functions)]

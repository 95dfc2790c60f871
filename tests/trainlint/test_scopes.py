from __future__ import annotations

import ast

from trainlint.scopes import walk


def test_the_walk_is_in_the_order_of_the_file_and_can_stay_in_one_function() -> None:
    tree = ast.parse("def f():\n  a\n  def g():\n    b\n  c")
    assert [node.id for node in walk(tree) if isinstance(node, ast.Name)] == ["a", "b", "c"]
    own = walk(tree.body[0], into_functions=False)
    assert [node.id for node in own if isinstance(node, ast.Name)] == ["a", "c"]

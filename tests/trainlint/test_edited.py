"""The tree of an edited text is that of parsing it as a whole, whatever was edited."""

from __future__ import annotations

import ast

import pytest

from trainlint.edited import edited_tree
from trainlint.source import Source

PROGRAM = """import ray

# About the loop.
@first
@(
    second
)
def loop(config):
    x = 1
    return x

x = 1; y = 2
z = "a" \\
    "b"

class A:
    text = '''
def no_function():
'''

if x:
    pass
"""


def dumped(tree: ast.Module) -> str:
    return ast.dump(tree, include_attributes=True)


def edited(before: str, after: str) -> ast.Module | None:
    return edited_tree(ast.parse(before), Source(before), Source(after))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("return x", "return x + y"),
        ("import ray", "import ray, torch"),
        ("x = 1; y = 2", "x = 1; y = 3"),
        ('"b"', '"c"'),
        ("no_function", "a_word"),
        ("    pass", "    pass\nx"),
        ("# About the loop.\n", ""),
        ("# About the loop.\n", "# About\n\n# it.\n"),
        ("@first\n", ""),
        ("class A:", "# A comment.\nclass A:"),
        ("import ray\n", ""),
        ("import ray\n", "\n\nimport ray\n"),
        ("    pass\n", "    pass"),
        ("x", "x"),
    ],
)
def test_an_edit_gives_the_tree_of_the_whole_text(old: str, new: str) -> None:
    after = PROGRAM.replace(old, new, 1)
    tree = edited(PROGRAM, after)
    assert tree is not None
    assert dumped(tree) == dumped(ast.parse(after))


def test_statements_that_are_not_touched_stay_the_nodes_that_they_are() -> None:
    tree = ast.parse(PROGRAM)
    first, loop, *others = tree.body
    after = edited_tree(tree, Source(PROGRAM), Source(PROGRAM.replace("return x", "y = 2\n    return x")))
    assert after is tree
    assert tree.body[0] is first
    assert tree.body[1] is not loop
    assert tree.body[2:] == others


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = 1 \\\n\ny = 2\n", "x = 1 \\\n+ 2\ny = 2\n"),
        ("x = 1\ny = 2\nz = 3\n", "x = 1\ny = \\\nz = 3\n"),
        ("x = (\n1)\ny = 2\n", "x = (\n1\ny = 2\n"),
        ("if x:\n  y\nz\n", "if x:\n  y\n  z\n"),
        ("if x:\n  y\nz\n", "if x:\n  y\nelse:\n  z\n"),
        ("x = 1\ny = 2\n", "x = 1\n  y = 2\n"),
        ("x\ny\nz\n", "x\n'''\nz\n"),
        ("x\n@y\ndef z(): pass\nw\n", "x\n@y\nw\n"),
        ("x = 1 <= 2\ny\n", "from __future__ import barry_as_FLUFL\ny\n"),
        ("x\ny\n", "\ufeffx\ny\n"),
        ("x\ny\n", "x\n\0\n"),
    ],
)
def test_where_lines_hang_together_the_edit_gives_what_the_whole_gives_or_leaves_it_alone(
    before: str, after: str
) -> None:
    tree = ast.parse(before)
    as_it_was = dumped(tree)
    found = edited_tree(tree, Source(before), Source(after))
    if found is None:
        assert dumped(tree) == as_it_was
    else:
        assert dumped(found) == dumped(ast.parse(after))

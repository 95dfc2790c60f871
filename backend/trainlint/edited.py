"""The tree of a text that differs in a few lines from one whose tree is known: what a key press leaves.

Statements that stand before and after the lines that differ stay the nodes that they are; only those between are
parsed. That gives what parsing all of it would give: where a statement of the outermost level ends, nothing that
follows can depend on what came before, except for what is asked of the text below.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from itertools import pairwise

from .diagnostic import Diagnostic
from .scopes import walk
from .source import Source
from .syntax import LONGEST, parse

# What is said once and holds for the rest of the file.
_FOR_ALL_THAT_FOLLOWS = ("\ufeff", "barry_as_FLUFL")
# As many branches of one `elif` chain may be too deep, and the file is looked at as a whole.
_MOST_BRANCHES = 150


def edited_tree(tree: ast.Module, before: Source, source: Source) -> ast.Module | None:
    """`tree`, which is that of `before`, made into that of `source`. None where all of `source` must be parsed, or does
    not parse: then `tree` is as it was."""
    if len(source.text) > LONGEST or source.text.count("elif") > _MOST_BRANCHES:
        return None
    if any(word in text for word in _FOR_ALL_THAT_FOLLOWS for text in (before.text, source.text)):
        return None
    old, new = before.lines, source.lines
    shortest = min(len(old), len(new))
    same_before = next((at for at in range(shortest) if old[at] != new[at]), shortest)
    same_after = next(
        (at for at in range(shortest - same_before) if old[-1 - at] != new[-1 - at]), shortest - same_before
    )
    body = tree.body
    ends = _ends(body, old)
    first, start = 0, 0
    last, end = len(body), len(old)
    for place, line in ends:
        if line <= same_before:
            first, start = place, line
        elif line >= len(old) - same_after:
            last, end = place, line
            break
    moved = len(new) - len(old)
    between = new[start : end + moved]
    if end < len(old):
        if between and between[-1].endswith("\\"):
            return None
        between.append("")
    parsed = parse(Source("\n" * start + "\n".join(between)))
    if isinstance(parsed, Diagnostic):
        return None
    if moved:
        _move(body[last:], moved)
    body[first:last] = parsed.body
    tree._children = list[ast.AST](body)  # type: ignore[attr-defined] # what `children_of` keeps
    return tree


def _agreeing(old: list[str], new: list[str], most: int) -> int:
    """How many lines are the same from the first on."""
    return next((at for at in range(most) if old[at] != new[at]), most)


def _ends(body: list[ast.stmt], lines: list[str]) -> list[tuple[int, int]]:
    """Where the text can be cut: behind how many statements, and behind how many lines."""
    return [
        (place, statement.end_lineno)
        for place, (statement, following) in enumerate(pairwise(body), start=1)
        if statement.end_lineno is not None
        and following.lineno > statement.end_lineno
        and not lines[statement.end_lineno - 1].endswith("\\")
    ]


def _move(statements: Iterable[ast.stmt], lines: int) -> None:
    for statement in statements:
        for node in walk(statement):
            line: int | None = getattr(node, "lineno", None)
            if line is not None:
                node.lineno = line + lines  # type: ignore[attr-defined] # just asked
                node.end_lineno += lines  # type: ignore[attr-defined] # the parser gives both or none

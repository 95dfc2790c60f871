"""Which of several things a name stands for in a loop over all of them."""

from __future__ import annotations

import ast

from .module import Module
from .scopes import walk


def goes_through(module: Module, loop: ast.AST, name: str) -> ast.expr | None:
    """What `name` takes its values from in `for number, (x, y) in enumerate(loader)` or `for x, y in zip(a, b)`; None
    where the loop does not put several things together.

    The counter of `enumerate` comes out of no data: it stands for the word `enumerate` itself, from which nothing is
    made.
    """
    if not isinstance(loop, ast.For | ast.AsyncFor | ast.comprehension):
        return None
    if not isinstance(loop.target, ast.Tuple) or not isinstance(loop.iter, ast.Call):
        return None
    place = next((i for i, part in enumerate(loop.target.elts) if _binds(part, name)), None)
    word = module.qualified(loop.iter.func)
    if word == "builtins.enumerate" and place == 0:
        return loop.iter.func
    if word == "builtins.zip" and place is not None and place < len(loop.iter.args):
        return loop.iter.args[place]
    return None


def _binds(target: ast.expr, name: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for node in walk(target))

"""Which assignments of a name may have given it the value it has at one place."""

from __future__ import annotations

import ast

from .module import Module
from .scopes import Binding

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_IN_HEADERS = (ast.NamedExpr, ast.withitem)


def reaching(module: Module, name: ast.Name) -> list[Binding]:
    """The bindings that `name` may come from where it stands: what a later assignment in the same block has replaced is
    left out. Everything it is ever bound to where that cannot be told, as in a function inside."""
    bindings = module.bindings(name)
    frame = module.frame(name)
    if len(bindings) < 2 or any(module.frame(binding.node) is not frame for binding in bindings):
        return bindings
    holders: dict[ast.AST, list[Binding]] = {}
    for binding in bindings:
        around: ast.AST | None = binding.node
        while around is not None and around is not frame:
            holders.setdefault(around, []).append(binding)
            around = module.parent(around)
    found: dict[Binding, None] = {}
    child: ast.AST = name
    parent = module.parent(child)
    while parent is not None and child is not frame:
        for statement in _before(parent, child):
            for binding in holders.get(statement, []):
                found[binding] = None
                if binding.node is statement and isinstance(statement, ast.Assign | ast.AnnAssign):
                    return list(found)
        for binding in holders.get(parent, []):
            if isinstance(parent, _LOOPS) or isinstance(binding.node, _IN_HEADERS):
                found[binding] = None
        child, parent = parent, module.parent(parent)
    for binding in bindings:
        if binding.kind == "parameter":
            found[binding] = None
    return list(found) or bindings


def _before(parent: ast.AST, child: ast.AST) -> list[ast.stmt]:
    """The statements before `child` in its block, the nearest first."""
    for block in (getattr(parent, name, None) for name in ("body", "orelse", "finalbody")):
        if isinstance(block, list) and child in block:
            return block[: block.index(child)][::-1]
    return []

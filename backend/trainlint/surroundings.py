"""Whether a statement is certain to be reached and its failure certain to be felt."""

from __future__ import annotations

import ast

from .module import Module
from .scopes import Function


def is_reached(module: Module, node: ast.AST) -> bool:
    """Whether nothing around `node` decides about it or catches what it raises, as far as the text tells.

    An `if` other than `if __name__ == "__main__"`, a `try` with handlers, `suppress(...)` and a function that nobody
    names all leave it open.
    """
    child, parent = node, module.parent(node)
    while parent is not None:
        match parent:
            case ast.If() if not _is_main(parent):
                return False
            case ast.IfExp() | ast.BoolOp() | ast.While() | ast.Match() | ast.ExceptHandler():
                return False
            case ast.Try() | ast.TryStar() if parent.handlers and child in parent.body:
                return False
            case ast.With() if any(_suppresses(module, item.context_expr) for item in parent.items):
                return False
            case ast.ClassDef():
                return False
            case ast.FunctionDef() | ast.AsyncFunctionDef() if not _is_named(module, parent):
                return False
            case ast.Lambda():
                return False
        child, parent = parent, module.parent(parent)
    return True


def _is_main(test: ast.If) -> bool:
    return any(isinstance(node, ast.Name) and node.id == "__name__" for node in ast.walk(test.test))


def _suppresses(module: Module, context: ast.expr) -> bool:
    name = (module.qualified(context.func) or "") if isinstance(context, ast.Call) else ""
    return name.endswith(("suppress", "raises"))


def _is_named(module: Module, function: Function) -> bool:
    return not isinstance(function, ast.Lambda) and bool(module.index.names(function.name))

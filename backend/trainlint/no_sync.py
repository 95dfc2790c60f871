"""`with model.no_sync():` of a wrapped model, in which gradients are not averaged."""

from __future__ import annotations

import ast

from .module import Module
from .scopes import Function, walk
from .wrapping import is_wrapped


def context_around(module: Module, call: ast.Call) -> ast.Call | None:
    """The `model.no_sync()` that `call` always stands under."""
    child: ast.AST | None = call
    while child is not None and not isinstance(child, Function):
        if isinstance(child, ast.With):
            for item in child.items:
                match item.context_expr:
                    case ast.Call(func=ast.Attribute(attr="no_sync", value=model)) as context if is_wrapped(
                        module, model
                    ):
                        return context
        child = module.parent(child)
    return None


def has_forward(module: Module, context: ast.Call) -> bool:
    """Whether the wrapped model is called under `context`: what counts is where the forward pass ran."""
    statement = statement_of(module, context)
    return statement is not None and any(
        is_forward(module, node) for child in statement.body for node in walk(child, into_functions=False)
    )


def statement_of(module: Module, context: ast.Call) -> ast.With | None:
    """The `with` that enters `context`."""
    statement = module.parent(module.parent(context) or context)
    return statement if isinstance(statement, ast.With) else None


def is_forward(module: Module, node: ast.AST) -> bool:
    """Whether it calls a wrapped model by its name."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and is_wrapped(module, node.func)

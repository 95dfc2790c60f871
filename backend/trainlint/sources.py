"""Where a value comes from at one place of the file, with only the assignments that reach it."""

from __future__ import annotations

import ast

from .module import Module
from .origins import one_step
from .reaching import reaching
from .remembering import remembered
from .scopes import Function


@remembered
def sources(module: Module, expression: ast.expr) -> list[ast.expr] | None:
    """What may have made `expression` where it stands: as `origins.makers`, with only the assignments that reach it.
    None as soon as one way is out of sight."""
    found: list[ast.expr] = []
    seen: set[ast.AST] = set()
    waiting = [expression]
    while waiting:
        value = waiting.pop()
        if value in seen:
            continue
        seen.add(value)
        more = _values(module, value) if isinstance(value, ast.Name) else one_step(module, value)
        if more is None:
            return None
        if more == [value]:
            found.append(value)
        else:
            waiting += more
    return found


def _values(module: Module, name: ast.Name) -> list[ast.expr] | None:
    found: list[ast.expr] = []
    for binding in reaching(module, name):
        if binding.kind == "assignment" and binding.value is not None:
            found.append(binding.value)
        elif binding.kind == "parameter" and isinstance(binding.node, Function):
            given = module.arguments_for(binding.node, name.id)
            if given is None:
                return None
            found += given
        else:
            return None
    return found or None

"""Which of the assignments of a variable may be the one that a place in the file sees."""

from __future__ import annotations

import ast

from .module import Module
from .origins import one_step
from .remembering import remembered
from .scopes import Binding, Function

_CERTAIN = (ast.Assign, ast.AnnAssign, ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LOOPS = (ast.For, ast.AsyncFor, ast.While)


@remembered
def reaching(module: Module, name: ast.Name) -> list[Binding]:
    """The bindings of `name` that may have been the last to happen where it stands: after `loss = loss.item()`, only
    that one. `total += x` hides nothing that stands before it. All bindings, for a variable of another function."""
    bindings = module.bindings(name)
    frame = module.frame(name)
    if len(bindings) < 2 or any(_frame_of(module, binding) is not frame for binding in bindings):
        return bindings
    placed = [(binding, _statement(module, binding.node)) for binding in bindings]
    found: list[Binding] = []
    child = _statement(module, name)
    while child is not None:
        for earlier in reversed(_before(module, child)):
            inside = [binding for binding, statement in placed if _is_within(module, statement, earlier)]
            found += [binding for binding in inside if binding not in found]
            if isinstance(earlier, _CERTAIN) and inside:
                return found
        parent = module.parent(child)
        again = isinstance(parent, (*_LOOPS, ast.Try))  # what stands further down has run in the round before
        around = [
            binding
            for binding, statement in placed
            if statement is parent or (again and _is_within(module, statement, parent))
        ]
        found += [binding for binding in around if binding not in found]
        if parent is None or parent is frame:
            break
        child = parent
    return found + [binding for binding in bindings if binding.kind == "parameter" and binding not in found]


def _frame_of(module: Module, binding: Binding) -> ast.AST:
    return binding.node if binding.kind == "parameter" else module.frame(binding.node)


def _statement(module: Module, node: ast.AST) -> ast.AST | None:
    while not isinstance(node, ast.stmt | ast.ExceptHandler | ast.match_case):
        parent = module.parent(node)
        if parent is None:
            return None
        node = parent
    return node


def _before(module: Module, statement: ast.AST) -> list[ast.stmt]:
    parent = module.parent(statement)
    for name in ("body", "orelse", "finalbody"):
        block = getattr(parent, name, None)
        if isinstance(block, list) and statement in block:
            return block[: block.index(statement)]
    return []


def _is_within(module: Module, node: ast.AST | None, root: ast.AST | None) -> bool:
    while node is not None:
        if node is root:
            return True
        node = module.parent(node)
    return False


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

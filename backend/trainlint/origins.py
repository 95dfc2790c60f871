"""Where a value comes from: the calls of this file that may have made it."""

from __future__ import annotations

import ast

from .module import Module
from .scopes import Binding, Function

FLUENT = frozenset(
    ["to", "cuda", "cpu", "float", "half", "double", "bfloat16", "train", "eval", "requires_grad_", "compile", "detach"]
)
"""Methods of modules and tensors that give back the same thing in another form."""


def makers(module: Module, expression: ast.expr) -> list[ast.expr] | None:
    """Every expression that may have made `expression`, followed through variables (all their assignments),
    parameters, both arms of a choice, `.to(...)` and its like, and functions of this file that return it, alone or as
    part of a tuple; None as soon as one way is out of sight.

    What a loop or a `with` binds is out of sight. A variable that is assigned from itself (`model = wrap(model)`)
    gives the makers of each assignment.
    """
    found: list[ast.expr] = []
    seen: set[ast.AST] = set()
    waiting = [expression]
    while waiting:
        value = waiting.pop()
        if value in seen:
            continue
        seen.add(value)
        more = one_step(module, value)
        if more is None:
            return None
        if more == [value]:
            found.append(value)
        else:
            waiting += more
    return found


def one_step(module: Module, value: ast.expr) -> list[ast.expr] | None:
    """What `value` was made from, or `value` alone where it is a beginning; None where that is out of sight."""
    match value:
        case ast.Name():
            return _assigned(module, value)
        case ast.IfExp():
            return [value.body, value.orelse]
        case ast.NamedExpr():
            return [value.value]
        case ast.Call(func=ast.Attribute(attr=attribute, value=inner)) if attribute in FLUENT:
            return [inner]
        case ast.Call():
            function = module.function(value.func)
            if function is None:
                return [value]
            returned = module.returned(function)
            return [returned] if returned is not None else None
    return [value]


def helper_calls(module: Module, expression: ast.expr) -> list[ast.Call]:
    """The calls of functions of this file that `makers` goes through on its way."""
    found: list[ast.Call] = []
    seen: set[ast.AST] = set()
    waiting = [expression]
    while waiting:
        value = waiting.pop()
        if value not in seen:
            seen.add(value)
            more = one_step(module, value) or []
            if isinstance(value, ast.Call) and more != [value] and module.function(value.func) is not None:
                found.append(value)
            waiting += [part for part in more if part is not value]
    return found


def _assigned(module: Module, name: ast.Name) -> list[ast.expr] | None:
    found: list[ast.expr] = []
    for binding in module.bindings(name):
        if binding.kind == "assignment" and binding.value is not None:
            found.append(binding.value)
        elif binding.kind == "parameter" and isinstance(binding.node, Function):
            given = module.arguments_for(binding.node, name.id)
            if given is None:
                return None
            found += given
        else:
            part = _part_of_returned(module, binding, name.id)
            if part is None:
                return None
            found.append(part)
    return found or None


def _part_of_returned(module: Module, binding: Binding, name: str) -> ast.expr | None:
    """What `train, test = make()` gives to `train`, where `make` is a function of this file that returns a tuple."""
    statement = binding.node
    if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
        return None
    targets, call = statement.targets[0], module.value(statement.value)
    function = module.function(call.func) if isinstance(call, ast.Call) else None
    returned = module.returned(function) if function is not None else None
    parts = module.value(returned) if returned is not None else None
    if not isinstance(targets, ast.Tuple | ast.List) or not isinstance(parts, ast.Tuple | ast.List):
        return None
    if len(targets.elts) != len(parts.elts) or any(isinstance(part, ast.Starred) for part in parts.elts):
        return None
    places = [place for place, target in enumerate(targets.elts) if isinstance(target, ast.Name) and target.id == name]
    return parts.elts[places[0]] if len(places) == 1 else None


def made_by(module: Module, expression: ast.expr, *names: str) -> bool:
    """Whether some call to one of the dotted `names` may have made `expression`. False where it is out of sight."""
    return any(
        isinstance(maker, ast.Call) and module.qualified(maker.func) in names
        for maker in makers(module, expression) or ()
    )


def certainly_made_by(module: Module, expression: ast.expr, *names: str) -> bool:
    """Whether every way that `expression` came to be is such a call."""
    found = makers(module, expression)
    return bool(found) and all(
        isinstance(maker, ast.Call) and module.qualified(maker.func) in names for maker in found or ()
    )

"""Which method of a class of this file a call runs."""

from __future__ import annotations

import ast

from .module import Module
from .remembering import remembered
from .scopes import Function


@remembered
def called(module: Module, call: ast.Call) -> Function | None:
    """The function of this file that `call` runs: by its name, as `self.step()` in a class that has a method `step`, or
    as `runner.step()` after `runner = Runner()`."""
    function = module.function(call.func)
    if function is not None or not isinstance(call.func, ast.Attribute) or not isinstance(call.func.value, ast.Name):
        return function
    owner = call.func.value
    made = _class_around(module, owner) if owner.id == "self" else _class_of(module, owner)
    methods = [
        statement
        for statement in (made.body if made is not None else ())
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef) and statement.name == call.func.attr
    ]
    return methods[0] if len(methods) == 1 and not methods[0].decorator_list else None


@remembered
def calls_of(module: Module, function: Function) -> list[ast.Call]:
    """The calls that run `function`."""
    if not isinstance(module.parent(function), ast.ClassDef) or isinstance(function, ast.Lambda):
        return module.calls_to(function)
    return [call for call in module.index.calls_named(function.name) if called(module, call) is function]


def _class_around(module: Module, owner: ast.Name) -> ast.ClassDef | None:
    """The class whose method has `owner` for its first parameter."""
    frame = module.frame(owner)
    while isinstance(frame, ast.Lambda) or (isinstance(frame, Function) and not _has_self(frame)):
        around = module.parent(frame)
        frame = module.frame(around) if around is not None else module.tree
    parent = module.parent(frame)
    return parent if isinstance(parent, ast.ClassDef) else None


def _has_self(function: ast.AST) -> bool:
    parameters = function.args.args if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) else []
    return bool(parameters) and parameters[0].arg == "self"


def _class_of(module: Module, owner: ast.Name) -> ast.ClassDef | None:
    made = module.value(owner)
    if not isinstance(made, ast.Call) or not isinstance(made.func, ast.Name):
        return None
    binding = module.binding(made.func)
    return binding.node if binding is not None and isinstance(binding.node, ast.ClassDef) else None

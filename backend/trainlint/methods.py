"""Which method of a class of this file a call runs."""

from __future__ import annotations

import ast

from .arguments import argument, has_unseen_arguments
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


def calls_of_its_own(module: Module) -> dict[ast.Call, Function]:
    """The calls of the file that run a function of the file, and which."""
    return _calls_of_its_own(module, None)


@remembered
def _calls_of_its_own(module: Module, _: None) -> dict[ast.Call, Function]:
    found = {call: called(module, call) for call in module.calls}
    return {call: function for call, function in found.items() if function is not None}


@remembered
def calls_of(module: Module, function: Function) -> list[ast.Call]:
    """The calls that run `function`."""
    around = module.parent(function)
    if not isinstance(around, ast.ClassDef) or isinstance(function, ast.Lambda):
        return module.calls_to(function)
    if function.name == "__init__":
        return [call for call in module.index.calls_named(around.name) if _class_made(module, call) is around]
    return [call for call in module.index.calls_named(function.name) if called(module, call) is function]


def given_to(module: Module, function: Function, parameter: str) -> list[ast.expr] | None:
    """What each call gives to `parameter`, as `Module.arguments_for` says it, of methods too."""
    if not isinstance(module.parent(function), ast.ClassDef) or isinstance(function, ast.Lambda):
        return module.arguments_for(function, parameter)
    positional = [one.arg for one in (*function.args.posonlyargs, *function.args.args)][1:]
    found: list[ast.expr] = []
    for call in calls_of(module, function):
        place = positional.index(parameter) if parameter in positional else None
        given = None if has_unseen_arguments(call) else argument(call, parameter, place)
        if given is None:
            return None
        found.append(given)
    return found or None


def is_self(module: Module, expression: ast.expr) -> bool:
    """Whether `expression` is the object that a method of a class of this file runs for."""
    return (
        isinstance(expression, ast.Name) and expression.id == "self" and _class_around(module, expression) is not None
    )


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
    return _class_made(module, made) if isinstance(made, ast.Call) else None


def _class_made(module: Module, call: ast.Call) -> ast.ClassDef | None:
    binding = module.binding(call.func) if isinstance(call.func, ast.Name) else None
    return binding.node if binding is not None and isinstance(binding.node, ast.ClassDef) else None

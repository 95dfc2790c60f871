"""The loop over the epochs: where it begins, and what stands at the end of each."""

from __future__ import annotations

import ast

from .arguments import argument
from .module import Module
from .node_index import last_word
from .reaching import latest
from .scopes import walk

_TRAINS = ("backward", "step")
_DEEPEST_CALL = 4


def start_of(module: Module, epochs: ast.For) -> ast.expr | None:
    """What `range` begins with; a constant 0 where it is left out."""
    call = epochs.iter
    if isinstance(call, ast.Call) and module.qualified(call.func) in ("tqdm.tqdm", "tqdm.auto.tqdm") and call.args:
        call = call.args[0]
    if not isinstance(call, ast.Call) or module.qualified(call.func) != "builtins.range" or call.keywords:
        return None
    if len(call.args) == 1 and not isinstance(call.args[0], ast.Starred):
        end = latest(module, call.args[0])
        is_plain = isinstance(end, ast.Constant | ast.Subscript | ast.Attribute)
        is_plain |= isinstance(end, ast.Call) and last_word(end.func) == "get"  # config.get("epochs", 10)
        return ast.Constant(0) if is_plain else None
    return latest(module, call.args[0]) if len(call.args) > 1 else None


def stripped(value: ast.expr) -> tuple[ast.expr, int]:
    """`epoch + 1` as `epoch` and 1; also through `int(...)`."""
    match value:
        case ast.BinOp(left=left, op=ast.Add(), right=ast.Constant(value=int(number))):
            inner, offset = stripped(left)
            return inner, offset + number
        case ast.Call(func=ast.Name(id="int"), args=[inner]):
            return stripped(inner)
    return value, 0


def is_in_the_end_of(module: Module, call: ast.Call, epochs: ast.For) -> bool:
    """Whether `call` stands in the body of `epochs` itself, after all the training in it."""
    child: ast.AST = call
    while (parent := module.parent(child)) is not epochs:
        if parent is None or isinstance(parent, ast.For | ast.While | ast.FunctionDef | ast.Lambda):
            return False
        child = parent
    if child not in epochs.body:
        return False
    place = next(index for index, statement in enumerate(epochs.body) if statement is child)
    return trains(module, epochs.body[:place]) and not trains(module, epochs.body[place + 1 :])


def called_in(module: Module, call: ast.Call, value: ast.expr, epochs: ast.For) -> tuple[ast.Call, ast.expr, int]:
    """`call`, and what `value` in it is with what is added to it, as the function of `epochs` sees them: the call of a
    helper, and what that is given, where `call` stands in a helper that is called once."""
    value, ahead = stripped(value)
    for _ in range(_DEEPEST_CALL):
        frame = module.frame(call)
        if frame is module.frame(epochs) or not isinstance(frame, ast.FunctionDef) or not isinstance(value, ast.Name):
            break
        is_method = isinstance(module.parent(frame), ast.ClassDef)
        callers = [
            caller
            for caller in module.index.calls_named(frame.name)
            if module.function(caller.func) is frame or (is_method and module.qualified(caller.func) is None)
        ]
        names = [given.arg for given in frame.args.posonlyargs + frame.args.args]
        if len(callers) != 1 or value.id not in names + [given.arg for given in frame.args.kwonlyargs]:
            break
        names = names[1:] if is_method else names
        given = argument(callers[0], value.id, names.index(value.id) if value.id in names else None)
        if given is None:
            break
        value, more = stripped(given)
        call, ahead = callers[0], ahead + more
    return call, value, ahead


def trains(module: Module, statements: list[ast.stmt], depth: int = 0) -> bool:
    """Whether a gradient is computed or an optimizer makes a step in `statements`, or in what they call."""
    for statement in statements:
        for node in walk(statement, into_functions=False):
            if not isinstance(node, ast.Call):
                continue
            if isinstance(node.func, ast.Attribute) and node.func.attr in _TRAINS:
                return True
            function = module.function(node.func)
            if function is None or isinstance(function, ast.Lambda) or depth == _DEEPEST_CALL:
                continue
            if trains(module, function.body, depth + 1):
                return True
    return False

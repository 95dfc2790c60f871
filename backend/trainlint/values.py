"""What an expression may be worth, where the text tells: through variables, parameters and both arms of a choice."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .module import Module
from .scopes import Function


def possible(module: Module, expression: ast.expr) -> list[ast.expr] | None:
    """Every expression of this file that `expression` may stand for; None as soon as one is out of sight."""
    found: list[ast.expr] = []
    waiting = [expression]
    seen: set[ast.expr] = set()
    while waiting:
        value = module.value(waiting.pop())
        if value in seen:
            continue
        seen.add(value)
        if isinstance(value, ast.IfExp):
            waiting += [value.body, value.orelse]
        elif isinstance(value, ast.Name):
            given = _given(module, value)
            if given is None:
                return None
            waiting += given
        else:
            found.append(value)
    return found


def _given(module: Module, name: ast.Name) -> list[ast.expr] | None:
    """What a parameter was given by every call, what a variable was assigned in several places, or what a loop over a
    literal goes through."""
    bindings = module.bindings(name)
    found: list[ast.expr] = []
    for binding in bindings:
        if binding.kind == "assignment" and binding.value is not None:
            found.append(binding.value)
        elif binding.kind == "parameter" and isinstance(binding.node, Function):
            given = module.arguments_for(binding.node, name.id)
            if given is None:
                return None
            found += given
        else:
            items = _gone_through(module, binding.node)
            if items is None:
                return None
            found += items
    return found or None


def _gone_through(module: Module, loop: ast.AST) -> list[ast.expr] | None:
    """What `for size in (1, 2)` gives to `size`."""
    if not isinstance(loop, ast.For | ast.comprehension) or not isinstance(loop.target, ast.Name):
        return None
    items = module.value(loop.iter)
    if not isinstance(items, ast.Tuple | ast.List) or any(isinstance(item, ast.Starred) for item in items.elts):
        return None
    return items.elts


def integers(module: Module, expression: ast.expr) -> frozenset[int] | None:
    """Every integer that `expression` may be; the elements of a tuple count one by one."""
    values = _constants(module, expression, into_tuples=True)
    if values is None or not all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return None
    return frozenset(value for value in values if isinstance(value, int))


def numbers(module: Module, expression: ast.expr) -> frozenset[float] | None:
    """Every number that `expression` may be, whole or not."""
    values = _constants(module, expression)
    if values is None or not all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return None
    return frozenset(float(value) for value in values if isinstance(value, int | float))


def strings(module: Module, expression: ast.expr) -> frozenset[str] | None:
    """Every text that `expression` may be."""
    values = _constants(module, expression)
    if values is None or not all(isinstance(value, str) for value in values):
        return None
    return frozenset(value for value in values if isinstance(value, str))


def constant(module: Module, expression: ast.expr | None) -> object:
    """The one constant that `expression` is (None, a flag, a number, a text), or `...` where it is not one."""
    values = _constants(module, expression) if expression is not None else None
    return next(iter(values)) if values is not None and len(set(values)) == 1 else ...


def entries(module: Module, expression: ast.expr) -> dict[str, ast.expr] | None:
    """The entries of the one dict that `expression` is, `{"a": 1}` or `dict(a=1)`; None where a key is not a literal,
    where entries come out of another mapping, or where the dict is changed by a later `name["b"] = 2`."""
    value = module.value(expression)
    if isinstance(expression, ast.Name) and _is_changed(module, expression):
        return None
    if isinstance(value, ast.Call) and module.qualified(value.func) == "builtins.dict" and not value.args:
        named = {keyword.arg: keyword.value for keyword in value.keywords if keyword.arg is not None}
        return named if len(named) == len(value.keywords) else None
    if not isinstance(value, ast.Dict):
        return None
    found: dict[str, ast.expr] = {}
    for key, entry in zip(value.keys, value.values, strict=True):
        text = constant(module, key) if key is not None else ...
        if not isinstance(text, str):
            return None
        found[text] = entry
    return found


def _is_changed(module: Module, name: ast.Name) -> bool:
    """Whether what `name` stands for is written to, or handed to a method such as `update`."""
    for other in module.index.names(name.id):
        if other is name or not isinstance(other.ctx, ast.Load):
            continue
        parent = module.parent(other)
        if isinstance(parent, ast.Subscript) and not isinstance(parent.ctx, ast.Load):
            return True
        if isinstance(parent, ast.Attribute) and parent.attr in ("update", "setdefault", "pop", "clear"):
            return True
    return False


def _constants(module: Module, expression: ast.expr, *, into_tuples: bool = False) -> list[object] | None:
    values = possible(module, expression)
    if values is None:
        return None
    found: list[object] = []
    for value in _elements(values) if into_tuples else values:
        known = _constant(module, value, into_tuples=into_tuples)
        if known is None:
            return None
        found += known
    return found


def _constant(module: Module, value: ast.expr, *, into_tuples: bool) -> list[object] | None:
    match value:
        case ast.Constant():
            return [value.value]
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int() | float() as number)):
            return [-number]
        case ast.Name() | ast.IfExp() if into_tuples:
            return _constants(module, value, into_tuples=True)
    return None


def _elements(values: list[ast.expr]) -> Iterator[ast.expr]:
    for value in values:
        if isinstance(value, ast.Tuple | ast.List):
            yield from value.elts
        else:
            yield value

"""A call inside a function, as each caller of that function makes it.

`def fit(loop, workers=2, **run): TorchTrainer(loop, ..., run_config=RunConfig(**run)).fit()` says little by itself.
What `fit(train_loop, storage_path="results")` makes of it says it all.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from .module import Module
from .node_index import last_word

_MOST_CALLERS = 24
_DEEPEST = 12
Placed = TypeVar("Placed", bound=ast.expr | ast.keyword)


def as_called(module: Module, call: ast.Call) -> list[tuple[ast.Call, ast.Call | None]]:
    """`call` with what each caller of the function around it gives in the place of parameters, and that caller; the
    call as it is written, and None, where nothing in it depends on one.

    What stands in for the call is no part of the tree: it has the places of what was written, and what callers gave
    has its own.
    """
    frame = module.frame(call)
    if not isinstance(frame, ast.FunctionDef | ast.AsyncFunctionDef):
        return [(call, None)]
    found: list[tuple[ast.Call, ast.Call | None]] = []
    for caller in module.calls_to(frame)[:_MOST_CALLERS]:
        given = _given(module, frame, caller)
        filled = _Filling(module, frame, given).call(call, 0) if given is not None else call
        if filled is call:
            return [(call, None)]
        found.append((filled, caller))
    return found or [(call, None)]


@dataclass(slots=True)
class _Given:
    """What one caller gives: to each parameter, and by name to the `**rest`."""

    parameters: dict[str, ast.expr] = field(default_factory=dict)
    rest: list[ast.keyword] = field(default_factory=list)


def _given(module: Module, function: ast.FunctionDef | ast.AsyncFunctionDef, caller: ast.Call) -> _Given | None:
    """None where the caller hands on what cannot be seen."""
    if module.function(caller.func) is not function or isinstance(module.value(caller.func), ast.Call):
        return None
    if any(isinstance(value, ast.Starred) for value in caller.args) or any(not word.arg for word in caller.keywords):
        return None
    arguments = function.args
    positional = [*arguments.posonlyargs, *arguments.args]
    if arguments.vararg is not None or len(caller.args) > len(positional):
        return None
    defaults: Mapping[str, ast.expr | None] = {
        **{one.arg: value for one, value in zip(reversed(positional), reversed(arguments.defaults), strict=False)},
        **{one.arg: value for one, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)},
    }
    given = _Given({name: value for name, value in defaults.items() if value is not None})
    given.parameters.update({one.arg: value for one, value in zip(positional, caller.args, strict=False)})
    names = {one.arg for one in (*positional, *arguments.kwonlyargs)}
    for keyword in caller.keywords:
        if keyword.arg in names:
            given.parameters[keyword.arg] = keyword.value
        else:
            given.rest.append(keyword)
    return given


class _Filling:
    """Puts what was given into the expressions of one function. What does not change stays the very same node."""

    def __init__(self, module: Module, function: ast.FunctionDef | ast.AsyncFunctionDef, given: _Given) -> None:
        self._module = module
        self._function = function
        self._given = given

    def call(self, call: ast.Call, depth: int) -> ast.Call:
        """`call` filled, arguments and all."""
        args = [self._filled(value, depth) for value in call.args]
        keywords: list[ast.keyword] = []
        for keyword in call.keywords:
            rest = self._rest(keyword.value) if keyword.arg is None else None
            if rest is not None:
                keywords += rest
                continue
            value = self._filled(keyword.value, depth)
            keywords.append(
                keyword if value is keyword.value else self._placed(ast.keyword(arg=keyword.arg, value=value), keyword)
            )
        if args == call.args and keywords == call.keywords:
            return call
        return self._placed(ast.Call(func=call.func, args=args, keywords=keywords), call)

    def _placed(self, node: Placed, original: ast.AST) -> Placed:
        ast.copy_location(node, original)
        self._module.adopt(node, original)
        return node

    def _filled(self, expression: ast.expr, depth: int) -> ast.expr:
        if depth > _DEEPEST:
            return expression
        match expression:
            case ast.Name():
                return self._name(expression, depth)
            case ast.Call():
                return self.call(expression, depth + 1)
            case ast.BoolOp(op=ast.Or()):
                return self._or(expression, depth)
            case ast.IfExp():
                return self._choice(expression, depth)
            case ast.Dict():
                values = [self._filled(value, depth + 1) for value in expression.values]
                if values == expression.values:
                    return expression
                return self._placed(ast.Dict(keys=expression.keys, values=values), expression)
        return expression

    def _name(self, name: ast.Name, depth: int) -> ast.expr:
        binding = self._module.binding(name)
        if binding is None or not self._is_of_the_function(name):
            return name
        if binding.kind == "parameter":
            return self._given.parameters.get(name.id, name)
        if binding.kind != "assignment" or binding.value is None:
            return name
        filled = self._filled(binding.value, depth + 1)
        return name if filled is binding.value else filled

    def _is_of_the_function(self, name: ast.Name) -> bool:
        found = self._module.scope(name).lookup(name.id)
        return found is not None and found[0].node is self._function

    def _or(self, expression: ast.BoolOp, depth: int) -> ast.expr:
        values = [self._filled(value, depth + 1) for value in expression.values]
        if values == expression.values:
            return expression
        while len(values) > 1 and _is_empty(values[0]):
            values.pop(0)
        if len(values) == 1 or _is_something(self._module, values[0]):
            return values[0]
        return self._placed(ast.BoolOp(op=expression.op, values=values), expression)

    def _choice(self, expression: ast.IfExp, depth: int) -> ast.expr:
        """One arm of `a if x is None else b`, where it is sure which."""
        match expression.test:
            case ast.Compare(
                left=left, ops=[ast.Is() | ast.IsNot() as comparison], comparators=[ast.Constant(value=None)]
            ):
                asked = self._filled(left, depth + 1)
                is_none = isinstance(asked, ast.Constant) and asked.value is None
                if is_none or _is_something(self._module, asked):
                    arm = expression.body if is_none == isinstance(comparison, ast.Is) else expression.orelse
                    return self._filled(arm, depth + 1)
        return expression

    def _rest(self, value: ast.expr) -> list[ast.keyword] | None:
        """What `**rest` brings, with what `rest.setdefault("name", value)` adds; None where `rest` may hold more."""
        rest = self._function.args.kwarg
        if (
            rest is None
            or not isinstance(value, ast.Name)
            or value.id != rest.arg
            or not self._is_of_the_function(value)
        ):
            return None
        if len(self._module.bindings(value)) != 1:
            return None
        keywords = list(self._given.rest)
        for name in self._module.index.names(rest.arg):
            if name is value or not self._is_of_the_function(name):
                continue
            added = self._set_by_default(name)
            if added is None:
                return None
            if added.arg not in [keyword.arg for keyword in keywords]:
                keywords.append(added)
        return keywords

    def _set_by_default(self, name: ast.Name) -> ast.keyword | None:
        attribute = self._module.parent(name)
        call = self._module.parent(attribute) if isinstance(attribute, ast.Attribute) else None
        statement = self._module.parent(call) if call is not None else None
        if (
            not isinstance(statement, ast.Expr)
            or statement not in self._function.body
            or not isinstance(call, ast.Call)
        ):
            return None
        match call:
            case ast.Call(func=ast.Attribute(attr="setdefault"), args=[ast.Constant(value=str(key)), value]):
                return self._placed(ast.keyword(arg=key, value=value), call)
        return None


def _is_empty(value: ast.expr) -> bool:
    match value:
        case ast.Constant():
            return not value.value
        case ast.Dict():
            return not value.keys
        case ast.List() | ast.Tuple():
            return not value.elts
    return False


def _is_something(module: Module, value: ast.expr) -> bool:
    """Whether `value` is certain to be neither None nor empty."""
    value = module.value(value)
    match value:
        case ast.Constant():
            return bool(value.value)
        case ast.Dict():
            return None not in value.keys and bool(value.keys)
        case ast.Call():
            return last_word(value.func)[:1].isupper()
        case ast.Lambda():
            return True
    return False

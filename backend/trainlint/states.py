"""State dicts in a program: what is saved of which object, what is loaded into which, and what wraps a model."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from .arguments import argument
from .attributes import attribute_value
from .files import Stored, loads, saves
from .module import Module
from .node_index import NodeIndex
from .origins import FLUENT
from .reaching import latest, reaching
from .scopes import Function

Wrapping = Literal["wrapped", "bare"]
_DDP = frozenset(["torch.nn.parallel.DistributedDataParallel", "torch.nn.parallel.distributed.DistributedDataParallel"])
_PREPARE = "ray.train.torch.prepare_model"
_DEEPEST = 12


@dataclass(frozen=True, slots=True, eq=False)
class Saved:
    """One value that a file is given: under a key of a dict, or as the whole of it (key None)."""

    stored: Stored
    key: str | None
    value: ast.expr
    owner: ast.expr | None
    """`model`, where the value is `model.state_dict()`."""


@dataclass(frozen=True, slots=True, eq=False)
class Loaded:
    """One `owner.load_state_dict(...)`, and the file (and the key) that it takes the state from."""

    call: ast.Call
    owner: ast.expr
    stored: Stored
    key: str | None


def saved_values(module: Module, index: NodeIndex) -> list[Saved]:
    """Everything that the calls of `index` save, a dict taken apart into its keys. What is put into it in a way that
    tells no key stands there as a whole."""
    found: list[Saved] = []
    for stored in saves(module, index):
        content = latest(module, stored.content) if stored.content is not None else None
        if isinstance(content, ast.Dict):
            for key, value in zip(content.keys, content.values, strict=True):
                known = isinstance(key, ast.Constant) and isinstance(key.value, str)
                found.append(_saved(module, stored, str(key.value) if known else None, value))  # type: ignore[union-attr]
            if isinstance(stored.content, ast.Name):
                found += [_saved(module, stored, *more) for more in _put_in(module, stored.content)]
        elif content is not None:
            found.append(_saved(module, stored, None, content))
    return found


def _put_in(module: Module, name: ast.Name) -> Iterator[tuple[str | None, ast.expr]]:
    """What `name["key"] = value` and its like add to a dict."""
    bindings = module.bindings(name)
    for other in module.index.names(name.id):
        if other is name or module.bindings(other) is not bindings:
            continue
        around = module.parent(other)
        if isinstance(around, ast.Subscript) and isinstance(around.ctx, ast.Store):
            statement = module.parent(around)
            key = around.slice.value if isinstance(around.slice, ast.Constant) else None
            known = isinstance(key, str) and isinstance(statement, ast.Assign)
            yield (key, statement.value) if known else (None, name)  # type: ignore[union-attr, misc]
        elif isinstance(around, ast.Attribute) and around.attr in ("update", "setdefault"):
            yield None, name


def _saved(module: Module, stored: Stored, key: str | None, value: ast.expr) -> Saved:
    return Saved(stored, key, value, state_owner(latest(module, value)))


def state_owner(value: ast.expr) -> ast.expr | None:
    """`model` of `model.state_dict()`."""
    match value:
        case ast.Call(func=ast.Attribute(attr="state_dict", value=owner)):
            return owner
    return None


def loaded_states(module: Module, index: NodeIndex) -> Iterator[Loaded]:
    """The states that calls of `index` load and that come from a file in sight."""
    files = {stored.call: stored for stored in loads(module, module.index)}
    for call in index.calls_named("load_state_dict"):
        given = argument(call, "state_dict", 0)
        if given is None or not isinstance(call.func, ast.Attribute):
            continue
        value, key = taken_out(module, given)
        if isinstance(value, ast.Call) and value in files:
            yield Loaded(call, call.func.value, files[value], key)


def taken_out(module: Module, expression: ast.expr) -> tuple[ast.expr, str | None]:
    """What `expression` is, and the key if it is taken out of a mapping: `state["model"]`, `state.get("model")`."""
    value = _returned(module, expression)
    match value:
        case ast.Subscript(value=mapping, slice=ast.Constant(value=str(key))):
            return _returned(module, mapping), key
        case ast.Call(func=ast.Attribute(attr="get" | "pop", value=mapping), args=[ast.Constant(value=str(key)), *_]):
            return _returned(module, mapping), key
    return value, None


def _returned(module: Module, expression: ast.expr) -> ast.expr:
    """`expression`, through variables and through functions of this file that only give it back."""
    for _ in range(_DEEPEST):
        expression = latest(module, expression)
        function = module.function(expression.func) if isinstance(expression, ast.Call) else None
        returned = module.returned(function) if function is not None else None
        if returned is None:
            break
        expression = returned
    return expression


def may_be_of(saved: Saved, loaded: Loaded) -> bool:
    """Whether `loaded` may read what `saved` has written: the same key, and no different file."""
    return saved.key == loaded.key and may_be_same_file(saved.stored, loaded.stored)


def may_be_same_file(one: Stored, other: Stored) -> bool:
    """Whether two calls may be about the same file, as far as the names below the folder are known."""
    names = [stored.place.rest for stored in (one, other)]
    return None in names or names[0] == names[1] or "" in names


def is_same_file(one: Stored, other: Stored) -> bool:
    """Whether two calls are about a file of the same name, in whichever folder."""
    return one.place.rest == other.place.rest and bool(one.place.rest)


def wrapping(module: Module, expression: ast.expr) -> Wrapping | None:
    """Whether `expression` surely is a model in DistributedDataParallel (on more than one worker), or surely a bare
    one; None where that is not certain."""
    found = _wrapping(module, expression, 0)
    return next(iter(found)) if len(found) == 1 else None


def _wrapping(module: Module, expression: ast.expr, depth: int) -> set[Wrapping | None]:
    unknown: set[Wrapping | None] = {None}
    if depth > _DEEPEST:
        return unknown
    match expression:
        case ast.Name():
            return _wrapping_of_name(module, expression, depth + 1)
        case ast.IfExp():
            return _wrapping(module, expression.body, depth + 1) | _wrapping(module, expression.orelse, depth + 1)
        case ast.NamedExpr():
            return _wrapping(module, expression.value, depth + 1)
        case ast.Attribute():
            value = attribute_value(module, expression)
            if value is not None:
                return _wrapping(module, value, depth + 1)
            inside = expression.attr == "module" and _wrapping(module, expression.value, depth + 1) == {"wrapped"}
            return {"bare"} if inside else unknown
        case ast.Call(func=ast.Attribute(attr=attribute, value=inner)) if attribute in FLUENT - {"compile"}:
            return _wrapping(module, inner, depth + 1)
        case ast.Call():
            return _wrapping_of_call(module, expression, depth + 1)
    return unknown


def _wrapping_of_name(module: Module, name: ast.Name, depth: int) -> set[Wrapping | None]:
    found: set[Wrapping | None] = set()
    for bound in reaching(module, name):
        if bound.kind == "assignment" and bound.value is not None:
            found |= _wrapping(module, bound.value, depth)
        elif bound.kind == "parameter" and isinstance(bound.node, Function):
            for given in module.arguments_for(bound.node, name.id) or ():
                found |= _wrapping(module, given, depth)
        else:
            found.add(None)
    return found or {None}


def _wrapping_of_call(module: Module, call: ast.Call, depth: int) -> set[Wrapping | None]:
    name = module.qualified(call.func) or ""
    if name in _DDP:
        return {"wrapped"}
    if name == _PREPARE:
        strategy = argument(call, "parallel_strategy", 2)
        is_ddp = strategy is None or (isinstance(strategy, ast.Constant) and strategy.value == "ddp")
        return {"wrapped"} if is_ddp and not any(keyword.arg is None for keyword in call.keywords) else {None}
    if name == "copy.deepcopy" and call.args:
        return _wrapping(module, call.args[0], depth)
    function = module.function(call.func)
    if function is not None:
        returned = module.returned(function)
        return _wrapping(module, returned, depth) if returned is not None else {None}
    binding = module.binding(call.func) if isinstance(call.func, ast.Name) else None
    is_class = binding is not None and binding.kind == "class"
    is_layer = name.startswith("torch.nn.") and not name.startswith("torch.nn.parallel")
    return {"bare"} if is_class or is_layer or name.startswith("torchvision.models.") else {None}

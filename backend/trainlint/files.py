"""What a program writes to files and reads from them: which file, and what is in it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from .arguments import argument
from .module import Module
from .node_index import NodeIndex
from .reaching import latest, opened_by
from .values import constant

_PATHS = frozenset(["pathlib.Path", "pathlib.PurePath"])
_AS_THEY_ARE = frozenset([*_PATHS, "builtins.str", "os.fspath", "os.path.abspath", "os.path.join"])
_SAVERS = {
    "torch.save": ("obj", 0, "f", 1),
    "json.dump": ("obj", 0, "fp", 1),
    "pickle.dump": ("obj", 0, "file", 1),
    "cloudpickle.dump": ("obj", 0, "file", 1),
    "numpy.save": ("arr", 1, "file", 0),
    "safetensors.torch.save_file": ("tensors", 0, "filename", 1),
}
_LOADERS = {
    "torch.load": ("f", 0),
    "json.load": ("fp", 0),
    "pickle.load": ("file", 0),
    "cloudpickle.load": ("file", 0),
    "numpy.load": ("file", 0),
    "safetensors.torch.load_file": ("filename", 0),
}
_DUMPS = ("json.dumps", "pickle.dumps")
_DEEPEST = 12


@dataclass(frozen=True, slots=True, eq=False)
class Place:
    """A path: what it begins with, where that is not a text (`folder`), and the text after it (None: not known)."""

    root: ast.expr | None
    rest: str | None

    @property
    def known(self) -> str | None:
        """The whole path, where all of it is text."""
        return self.rest if self.root is None else None


@dataclass(frozen=True, slots=True, eq=False)
class Stored:
    """One call that writes or reads a file. `path` is the expression that names it, `content` what it writes; None for
    a read, or where it is not seen."""

    call: ast.Call
    path: ast.expr
    place: Place
    content: ast.expr | None = None


# Several rules ask the same of a file; what they are told goes with the index that they asked about. (Not `remembered`,
# which would hold the module by the index.)
_SAVES: WeakKeyDictionary[NodeIndex, list[Stored]] = WeakKeyDictionary()
_LOADS: WeakKeyDictionary[NodeIndex, list[Stored]] = WeakKeyDictionary()


def saves(module: Module, index: NodeIndex) -> list[Stored]:
    """The writes among the calls of `index`."""
    if index not in _SAVES:
        _SAVES[index] = list(_saves(module, index))
    return _SAVES[index]


def loads(module: Module, index: NodeIndex) -> list[Stored]:
    """The reads among the calls of `index`."""
    if index not in _LOADS:
        _LOADS[index] = list(_loads(module, index))
    return _LOADS[index]


def _saves(module: Module, index: NodeIndex) -> Iterator[Stored]:
    for name, (what, what_place, where, where_place) in _SAVERS.items():
        for call in index.calls_to(name):
            target = argument(call, where, where_place)
            if target is not None:
                path = _file(module, target)
                yield Stored(call, path, place(module, path), argument(call, what, what_place))
    for call in index.calls_named("write_text", "write_bytes", "write"):
        if not isinstance(call.func, ast.Attribute) or not call.args:
            continue
        target = call.func.value if call.func.attr != "write" else _file(module, call.func.value)
        if target is call.func.value and call.func.attr == "write":
            continue  # not a file that is opened in sight
        content = latest(module, call.args[0])
        dumped = isinstance(content, ast.Call) and module.qualified(content.func) in _DUMPS and content.args
        yield Stored(call, target, place(module, target), content.args[0] if dumped else content)  # type: ignore[attr-defined] # a dump is a call


def _loads(module: Module, index: NodeIndex) -> Iterator[Stored]:
    for name, (where, where_place) in _LOADERS.items():
        for call in index.calls_to(name):
            target = argument(call, where, where_place)
            if target is not None:
                path = _file(module, target)
                yield Stored(call, path, place(module, path))
    for call in index.calls_named("read_text", "read_bytes"):
        if isinstance(call.func, ast.Attribute):
            yield Stored(call, call.func.value, place(module, call.func.value))
    for call in index.calls_named("read"):
        if isinstance(call.func, ast.Attribute):
            target = _file(module, call.func.value)
            if target is not call.func.value:
                yield Stored(call, target, place(module, target))


def place(module: Module, expression: ast.expr, depth: int = 0) -> Place:
    """The path that `expression` is."""
    value = latest(module, expression)
    if depth > _DEEPEST:
        return Place(value, None)
    match value:
        case ast.Constant(value=str(text)):
            return Place(None, text)
        case ast.Call() if module.qualified(value.func) in _AS_THEY_ARE and value.args:
            return _joined(module, place(module, value.args[0], depth + 1), value.args[1:])
        case ast.BinOp(op=ast.Div()):
            return _joined(module, place(module, value.left, depth + 1), [value.right])
        case ast.BinOp(op=ast.Add()):
            return _joined(module, place(module, value.left, depth + 1), [value.right], with_slash=False)
        case ast.JoinedStr(values=[ast.FormattedValue(value=first), *parts]):
            return _joined(module, place(module, first, depth + 1), parts, with_slash=False)
    return Place(value, "")


def _joined(module: Module, start: Place, parts: list[ast.expr], *, with_slash: bool = True) -> Place:
    rest = start.rest
    for part in parts:
        text = constant(module, part)
        if rest is None or not isinstance(text, str):
            return Place(start.root, None)
        rest = f"{rest.rstrip('/')}/{text}" if with_slash and (rest or start.root is not None) else rest + text
    return Place(start.root, rest.strip("/") if start.root is not None and rest is not None else rest)


def _file(module: Module, expression: ast.expr) -> ast.expr:
    """The path of what `expression` is open for; `expression` itself where it is a path."""
    item = opened_by(module, expression)
    opened = item.context_expr if item is not None else latest(module, expression)
    if isinstance(opened, ast.Call):
        if module.qualified(opened.func) in ("builtins.open", "io.open") and opened.args:
            return opened.args[0]
        if isinstance(opened.func, ast.Attribute) and opened.func.attr == "open" and item is not None:
            return opened.func.value
    return expression

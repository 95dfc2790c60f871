"""Writes the stub of one module."""

from __future__ import annotations

import dataclasses
import enum
import importlib
import inspect
import re
from typing import Any

from compiled_signatures import compiled_signature
from stub_names import Known

HEAD = """# Written by write_stubs.py from the installed packages; not to be edited.
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Any, Literal
"""
OPERATORS = ["add", "radd", "sub", "rsub", "mul", "rmul", "truediv", "rtruediv", "pow", "matmul", "rmatmul", "neg"]
SPECIAL = {"__call__", "__getitem__", "__iter__", "__len__", "__enter__", "__exit__"}


def module_stub(module: str, known: Known, inside: list[str]) -> str:
    loaded = importlib.import_module(module)
    parts = [_member(name, getattr(loaded, name), module, known) for name in known.names[module]]
    body = "\n".join(part for part in parts if part)
    homes = sorted({home for home in known.names if home != module and f"_{home.replace('.', '_')}." in body})
    imports = [f"import {home} as _{home.replace('.', '_')}" for home in homes]
    children = [f"from . import {child.rpartition('.')[2]} as {child.rpartition('.')[2]}" for child in inside]
    return "\n".join([HEAD, *imports, *children, "", body]) + "\n"


def _member(name: str, value: Any, module: str, known: Known) -> str:
    if inspect.ismodule(value):
        return ""
    if inspect.isclass(value):
        return _class(name, value, module, known)
    if callable(value):
        return f"def {name}{_signature(value, module, known)}: ..."
    return f"{name}: {known.written(type(value), module)}"


def _class(name: str, value: type, module: str, known: Known) -> str:
    if issubclass(value, enum.Enum):
        return "\n".join([f"class {name}(Enum):", *(f"    {one.name} = {one.value!r}" for one in value)])
    bases = known.bases(value, module)
    lines = [f"class {name}({', '.join(bases)}):" if bases else f"class {name}:"]
    lines.append(f"    def __init__{_signature(value, module, known, method=True)}: ...")
    inherited = known.inherited(value)
    if dataclasses.is_dataclass(value):
        lines += [f"    {field.name}: {known.written(field.type, module)}" for field in dataclasses.fields(value)]
        inherited |= {field.name for field in dataclasses.fields(value)}
    for key in dir(value):
        member = inspect.getattr_static(value, key)
        if key in inherited or (key.startswith("_") and key not in SPECIAL):
            continue
        lines += _attribute(key, member, value, module, known)
    if name == "Tensor":
        lines += [f"    def __{operator}__(self, other: Any = ...) -> Tensor: ..." for operator in OPERATORS]
    return "\n".join(lines)


def _attribute(key: str, member: Any, owner: type, module: str, known: Known) -> list[str]:
    if isinstance(member, property):
        returns = _signature(member.fget, module, known) if member.fget else "(self)"
        return [
            "    @property",
            f"    def {key}(self){returns[returns.rfind(' ->') :] if ' ->' in returns else ''}: ...",
        ]
    if isinstance(member, staticmethod | classmethod):
        kind = "staticmethod" if isinstance(member, staticmethod) else "classmethod"
        written = _signature(member.__func__, module, known, method=False)
        return [f"    @{kind}", f"    def {key}{written}: ..."]
    if not callable(member) or inspect.isclass(member):
        returned = f"{module}.{owner.__name__}"
        return [f"    {key}: Any"] if returned == "torch.Tensor" and inspect.isdatadescriptor(member) else []
    return [f"    def {key}{_signature(member, module, known, method=True)}: ..."]


def _signature(value: Any, module: str, known: Known, method: bool = False) -> str:
    try:
        found = inspect.signature(value)
    except (TypeError, ValueError):
        return compiled_signature(value, module, known, method)
    parameters = list(found.parameters.values())
    if inspect.isclass(value):
        parameters.insert(0, inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY))
    shown: list[str] = []
    star = False
    for parameter in parameters:
        if parameter.kind is parameter.KEYWORD_ONLY and not star:
            shown.append("*")
            star = True
        if parameter.kind is parameter.VAR_POSITIONAL:
            star = True
        shown.append(_parameter(parameter, module, known))
    returned = found.return_annotation
    if inspect.isclass(value):
        arrow = " -> None"
    else:
        arrow = "" if returned is found.empty else f" -> {_returned(returned, value, module, known)}"
    return f"({', '.join(shown)}){arrow}"


def _returned(annotation: Any, value: Any, module: str, known: Known) -> str:
    """A method may name its own class as a string, or by a type variable of itself."""
    if str(annotation) in ("Self", "typing.Self", "typing_extensions.Self", "~T", "'T'"):
        owner = str(getattr(value, "__qualname__", "")).split(".")[0]
        return known.word(owner, module)
    if isinstance(annotation, str):
        return known.word(annotation.strip("'\""), module)
    return known.written(annotation, module)


def _parameter(parameter: inspect.Parameter, module: str, known: Known) -> str:
    stars = {parameter.VAR_POSITIONAL: "*", parameter.VAR_KEYWORD: "**"}.get(parameter.kind, "")
    written = stars + parameter.name
    if parameter.annotation is not parameter.empty:
        written += f": {known.written(parameter.annotation, module)}"
    if parameter.default is parameter.empty:
        return written
    plain = parameter.default is None or type(parameter.default) in (bool, int, float, str)
    default = repr(parameter.default) if plain else "..."
    return f"{written} = {default if re.fullmatch(r'[^<>]*', default) else '...'}"

"""Which names the stubs have, and how one is written where another stub speaks of it."""

from __future__ import annotations

import collections.abc
import importlib
import inspect
import types
import typing
from typing import Any

BUILTIN = {bool, int, float, str, bytes, dict, list, tuple, set, type(None), object, type}


class Known:
    """The objects of all stubs, so that an annotation can name them; whatever is not among them is Any."""

    def __init__(self, modules: dict[str, list[str]]) -> None:
        self.names = {module: self._expand(module, names) for module, names in modules.items()}
        self._places: dict[int, tuple[str, str]] = {}
        self._words: dict[str, tuple[str, str]] = {}
        for module, names in self.names.items():
            for name in names:
                value = getattr(importlib.import_module(module), name)
                if inspect.isclass(value) and value.__name__ == name:
                    self._places.setdefault(id(value), (module, name))
                    self._words.setdefault(name, (module, name))

    @staticmethod
    def _expand(module: str, names: list[str]) -> list[str]:
        """`*` is what the module exports; `classes` and `functions` are all that it has, in public."""
        loaded = importlib.import_module(module)
        found: list[str] = []
        for name in names:
            if name == "*":
                found += loaded.__all__
            elif name in ("classes", "functions"):
                wanted = inspect.isclass if name == "classes" else callable
                found += [
                    key
                    for key, value in vars(loaded).items()
                    if not key.startswith("_")
                    and wanted(value)
                    and str(getattr(value, "__module__", None)).startswith(("torch", "ray"))
                    and (name == "classes" or not inspect.isclass(value))
                ]
            else:
                found.append(name)
        return sorted(set(found))

    def bases(self, value: type, module: str) -> list[str]:
        return [self.written(base, module) for base in value.__mro__[1:] if id(base) in self._places][:1]

    def inherited(self, value: type) -> set[str]:
        """Names of members that a base of the stubs has already, in the same form."""
        bases = [base for base in value.__mro__[1:] if id(base) in self._places]
        return {name for base in bases for name in dir(base) if getattr(base, name, 0) is getattr(value, name, 1)}

    def word(self, name: str, module: str) -> str:
        """A class that is named by its last word alone, as in a forward reference."""
        if place := self._words.get(name.rpartition(".")[2]):
            return self._placed(*place, module)
        return name if name in {"bool", "int", "float", "str", "None", "Any"} else "Any"

    def written(self, annotation: Any, module: str) -> str:
        if annotation is Any:
            return "Any"
        if id(annotation) in self._places:
            return self._placed(*self._places[id(annotation)], module)
        if isinstance(annotation, str | typing.ForwardRef):
            return self.word(getattr(annotation, "__forward_arg__", annotation), module)
        if annotation is None or annotation is type(None):
            return "None"
        if isinstance(annotation, type) and annotation in BUILTIN:
            return str(annotation.__name__)
        origin, given = typing.get_origin(annotation), typing.get_args(annotation)
        if origin in (typing.Union, types.UnionType):
            return " | ".join(dict.fromkeys(self.written(one, module) for one in given))
        if origin is typing.Literal:
            return f"Literal[{', '.join(map(repr, given))}]"
        if origin is collections.abc.Callable:
            return "Callable[..., Any]"
        if origin in (dict, list, tuple, set, collections.abc.Iterable, collections.abc.Iterator) and given:
            name = str(origin.__name__)
            inside = ["..." if one is ... else self.written(one, module) for one in given]
            return f"{name}[{', '.join(inside)}]"
        return "Any"

    @staticmethod
    def _placed(home: str, name: str, module: str) -> str:
        return name if home == module else f"_{home.replace('.', '_')}.{name}"

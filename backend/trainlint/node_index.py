"""The nodes of a file or of a part of it, to be asked for by kind instead of walked over by each rule."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TypeVar

Kind = TypeVar("Kind", bound=ast.AST)


class NodeIndex:
    """Nodes by kind, calls by the dotted name of what they call and by their last word.

    Fifty rules that each walk the tree would take longer than a key press; with this each takes what it looks for.
    """

    def __init__(self, nodes: Iterable[ast.AST], qualified: Callable[[ast.expr], str | None]) -> None:
        self._qualified = qualified
        self._by_kind: dict[type[ast.AST], list[ast.AST]] = {}
        by_kind = self._by_kind
        for node in nodes:
            kind = node.__class__
            if kind in by_kind:
                by_kind[kind].append(node)
            else:
                by_kind[kind] = [node]

    def all(self, kind: type[Kind]) -> list[Kind]:
        """Every node that is exactly of `kind`, in the order it was found."""
        return self._by_kind.get(kind, [])  # type: ignore[return-value] # the dict's key says what its list holds

    def names(self, word: str) -> list[ast.Name]:
        """The places where the name `word` stands, whatever it means there."""
        return self._names.get(word, [])

    @cached_property
    def _names(self) -> dict[str, list[ast.Name]]:
        found: dict[str, list[ast.Name]] = {}
        for name in self.all(ast.Name):
            found.setdefault(name.id, []).append(name)
        return found

    def attributes(self, *words: str) -> list[ast.Attribute]:
        """The attributes that have one of these names, of whatever they are: `metrics` finds `result.metrics`. In the
        order of the file."""
        known = self._attributes
        if len(words) == 1 or not any(word in known for word in words):
            return known.get(words[0], [])
        wanted = set(words)
        return [attribute for attribute in self.all(ast.Attribute) if attribute.attr in wanted]

    @cached_property
    def _attributes(self) -> dict[str, list[ast.Attribute]]:
        found: dict[str, list[ast.Attribute]] = {}
        for attribute in self.all(ast.Attribute):
            found.setdefault(attribute.attr, []).append(attribute)
        return found

    @property
    def calls(self) -> list[ast.Call]:
        return self.all(ast.Call)

    def calls_to(self, *names: str) -> list[ast.Call]:
        """The calls of what has one of these dotted names, aliases resolved: `ray.train.report`."""
        return [call for name in names for call in self._by_name.get(name, ())]

    def calls_named(self, *words: str) -> list[ast.Call]:
        """The calls whose last word is one of `words`, whatever stands before: `backward` finds `loss.backward()`."""
        return [call for word in words for call in self._by_word.get(word, ())]

    @cached_property
    def _by_name(self) -> dict[str, list[ast.Call]]:
        found: dict[str, list[ast.Call]] = {}
        qualified = self._qualified
        for call in self.calls:
            name = qualified(call.func)
            if name is not None:
                found.setdefault(name, []).append(call)
        return found

    @cached_property
    def _by_word(self) -> dict[str, list[ast.Call]]:
        found: dict[str, list[ast.Call]] = {}
        for call in self.calls:
            func = call.func
            word = func.attr if func.__class__ is ast.Attribute else last_word(func)
            found.setdefault(word, []).append(call)
        return found


def last_word(expression: ast.expr) -> str:
    """`report` of `train.report`; empty for what has no name."""
    if isinstance(expression, ast.Attribute):
        return expression.attr
    return expression.id if isinstance(expression, ast.Name) else ""

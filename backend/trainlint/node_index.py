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
        for node in nodes:
            self._by_kind.setdefault(type(node), []).append(node)

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
        for call in self.calls:
            name = self._qualified(call.func)
            if name is not None:
                found.setdefault(name, []).append(call)
        return found

    @cached_property
    def _by_word(self) -> dict[str, list[ast.Call]]:
        found: dict[str, list[ast.Call]] = {}
        for call in self.calls:
            found.setdefault(last_word(call.func), []).append(call)
        return found


def last_word(expression: ast.expr) -> str:
    """`report` of `train.report`; empty for what has no name."""
    match expression:
        case ast.Attribute():
            return expression.attr
        case ast.Name():
            return expression.id
    return ""

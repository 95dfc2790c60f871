"""A call is given an argument."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from trainlint.arguments import argument, has_unseen_arguments
from trainlint.claim import Claim
from trainlint.module import Module
from trainlint.values import constant


@dataclass(frozen=True)
class Argument(Claim):
    """Every call of `call` (dotted, whatever its alias in the file) gives `name`, and there is one. With `equals` it
    gives just that constant. `place`, from 0, is where it may stand without its name; left out, it must have it."""

    call: str
    name: str
    equals: str | int | float | bool | None = None
    place: int | None = None

    def holds(self, module: Module) -> bool | None:
        given = [self._given(module, call) for call in module.index.calls_to(self.call)]
        if not given or False in given:
            return False
        return None if None in given else True

    def lines(self, module: Module) -> list[int]:
        return [call.lineno for call in module.index.calls_to(self.call) if self._given(module, call) is not True]

    def _given(self, module: Module, call: ast.Call) -> bool | None:
        return gives(module, call, self.name, self.equals, self.place)

    @property
    def says(self) -> str:
        return f"`{self.call}` is given {written(self.name, self.equals)}"

    @property
    def denies(self) -> str:
        return f"`{self.call}` is not given {written(self.name, self.equals)}"


def gives(module: Module, call: ast.Call, name: str, equals: object, place: int | None = None) -> bool | None:
    """Whether `call` gives `name`, and where `equals` is not None, whether it gives that constant."""
    found = argument(call, name, place)
    if found is None:
        return None if has_unseen_arguments(call) else False
    value = constant(module, found)
    if equals is None:
        return value is not None
    if value is ...:
        return None
    return value == equals and isinstance(value, bool) == isinstance(equals, bool)


def written(name: str, equals: object) -> str:
    """The argument as one writes it."""
    return f"`{name}`" if equals is None else f"`{name}={equals!r}`"

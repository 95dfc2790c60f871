"""Something is called, so and so many times."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from trainlint.claim import BadClaim, Claim
from trainlint.module import Module

WITHIN = ("loop", "file")


@dataclass(frozen=True)
class Calls(Claim):
    """`name`, dotted and whatever its alias in the file, is called in the training loop or what that reaches (`loop`),
    or anywhere (`file`): at least `at_least` times, at most `at_most` times."""

    name: str
    within: str = "file"
    at_least: int = 1
    at_most: int | None = None

    def __post_init__(self) -> None:
        if self.within not in WITHIN:
            raise BadClaim(f"within = {self.within!r}; expected {' or '.join(WITHIN)}")
        if self.at_least < 0 or (self.at_most is not None and self.at_most < self.at_least):
            raise BadClaim(f"at_least = {self.at_least}, at_most = {self.at_most}; expected numbers from 0 in order")

    def holds(self, module: Module) -> bool | None:
        found = self._calls(module)
        if found is None:
            return None
        return self.at_least <= len(found) and (self.at_most is None or len(found) <= self.at_most)

    def lines(self, module: Module) -> list[int]:
        """The calls, where there are too many; the loop that lacks one otherwise."""
        found = self._calls(module)
        if found:
            return sorted(call.lineno for call in found)
        if self.within == "file":
            return []
        return sorted({trainer.loop.function.lineno for trainer in module.trainers if trainer.loop is not None})

    def _calls(self, module: Module) -> set[ast.Call] | None:
        if self.within == "file":
            return set(module.index.calls_to(self.name))
        found: set[ast.Call] = set()
        for trainer in module.trainers:
            if trainer.loop is None:
                return None
            found |= set(trainer.loop.index.calls_to(self.name))
        return found

    @property
    def says(self) -> str:
        return f"`{self.name}` is called{self._often}{self._where}"

    @property
    def denies(self) -> str:
        if self.at_least == 0 and self.at_most is not None:
            return f"`{self.name}` is called more than {_times(self.at_most)}{self._where}"
        return f"`{self.name}` is not called{self._often}{self._where}"

    @property
    def _where(self) -> str:
        return " in the training loop" if self.within == "loop" else ""

    @property
    def _often(self) -> str:
        if self.at_most is None:
            return "" if self.at_least == 1 else f" at least {_times(self.at_least)}"
        if self.at_least == 0:
            return f" at most {_times(self.at_most)}"
        return f" {self.at_least} to {_times(self.at_most)}"


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"

"""How many workers are asked for."""

from __future__ import annotations

from dataclasses import dataclass

from trainlint.claim import BadClaim, Claim
from trainlint.module import Module


@dataclass(frozen=True)
class Scaling(Claim):
    """Every trainer of the file asks for `workers` workers, or for `at_least` of them."""

    workers: int | None = None
    at_least: int | None = None

    def __post_init__(self) -> None:
        if (self.workers is None) == (self.at_least is None):
            raise BadClaim("a claim of the kind scaling; expected either workers or at_least")

    def holds(self, module: Module) -> bool | None:
        asked: set[bool] = set()
        for trainer in module.trainers:
            if trainer.workers is None:
                return None
            asked |= {self._enough(number) for number in trainer.workers}
        if len(asked) > 1:  # a choice that is made when the program runs
            return None
        return asked == {True}

    def lines(self, module: Module) -> list[int]:
        return [(trainer.scaling_config or trainer.call).lineno for trainer in module.trainers]

    def _enough(self, number: int) -> bool:
        return number == self.workers if self.at_least is None else number >= self.at_least

    @property
    def says(self) -> str:
        return f"the trainer asks for {self._number}"

    @property
    def denies(self) -> str:
        return f"the trainer does not ask for {self._number}"

    @property
    def _number(self) -> str:
        return f"{self.workers} workers" if self.at_least is None else f"{self.at_least} workers or more"

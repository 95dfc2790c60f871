"""A trainer's configuration is given an argument."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from trainlint.arguments import argument, has_unseen_arguments
from trainlint.claim import BadClaim, Claim
from trainlint.claims.argument import gives, written
from trainlint.module import Module
from trainlint.trainer import Trainer
from trainlint.values import constant

PLACES = {
    "ScalingConfig": ("TorchTrainer", "scaling_config"),
    "RunConfig": ("TorchTrainer", "run_config"),
    "TorchConfig": ("TorchTrainer", "torch_config"),
    "DataConfig": ("TorchTrainer", "dataset_config"),
    "FailureConfig": ("RunConfig", "failure_config"),
    "CheckpointConfig": ("RunConfig", "checkpoint_config"),
}
"""Which object holds a configuration, and under what name."""


@dataclass(frozen=True)
class Config(Claim):
    """Every trainer of the file is made so that `of` (`TorchTrainer`, or one of its configurations) is given `name`.
    With `equals` it is given just that constant."""

    of: str
    name: str
    equals: str | int | float | bool | None = None

    def __post_init__(self) -> None:
        if self.of != "TorchTrainer" and self.of not in PLACES:
            raise BadClaim(f"of = {self.of!r}; expected TorchTrainer, {', '.join(PLACES)}")

    def holds(self, module: Module) -> bool | None:
        given = [self._given(module, trainer) for trainer in module.trainers]
        if not given or False in given:
            return False
        return None if None in given else True

    def lines(self, module: Module) -> list[int]:
        """Where it is made without; the trainer's, where it is not made at all."""
        lacking = [trainer for trainer in module.trainers if self._given(module, trainer) is not True]
        made = [(trainer, _made(module, trainer, self.of)) for trainer in lacking]
        return [call.lineno if isinstance(call, ast.Call) else trainer.call.lineno for trainer, call in made]

    def _given(self, module: Module, trainer: Trainer) -> bool | None:
        made = _made(module, trainer, self.of)
        if not isinstance(made, ast.Call):
            return made
        # A trainer takes nothing but its loop without a name, a configuration takes everything in its own order.
        if made is not trainer.call and made.args and argument(made, self.name) is None:
            return None
        return gives(module, made, self.name, self.equals)

    @property
    def says(self) -> str:
        return f"{self._of} is given {written(self.name, self.equals)}"

    @property
    def denies(self) -> str:
        return f"{self._of} is not given {written(self.name, self.equals)}"

    @property
    def _of(self) -> str:
        return f"the trainer's `{self.of}`" if self.of != "TorchTrainer" else "the trainer"


def _made(module: Module, trainer: Trainer, of: str) -> ast.Call | bool | None:
    """The call that made this configuration; False where there is none, None where it is out of sight."""
    if of == "TorchTrainer":
        return trainer.call
    holder, name = PLACES[of]
    around = _made(module, trainer, holder)
    if not isinstance(around, ast.Call):
        return around
    given = argument(around, name)
    if given is None:
        return None if has_unseen_arguments(around) else False
    if constant(module, given) is None:
        return False
    found: ast.Call | None = getattr(trainer, name)
    return found

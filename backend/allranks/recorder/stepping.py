"""Looks at each optimizer step of this process, and says at each report what they came to.

A rank that took no step, called no `backward` and reduced nothing says nothing. A number that is not finite, or that
there was nothing or too much to take from, is left out: None where the protocol has it, and 0 for `parameters_norm`.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from torch import Tensor
from torch.optim import Optimizer
from torch.optim.optimizer import register_optimizer_step_post_hook, register_optimizer_step_pre_hook

from . import activity
from .channel import channel
from .fingerprints import History, parameters_of, state_hash, tensors_hash, tensors_norm
from .gradients import Gradients
from .losses import Losses
from .rank import Rank
from .traffic import Traffic


class Steps:
    """One rank's steps in one attempt."""

    def __init__(self, rank: Rank) -> None:
        self.rank = rank
        self.losses, self.traffic = Losses(), Traffic()
        self._history = History()
        self._gradients = Gradients()
        self._steps = 0
        self._began = False
        self._seen = False
        self._failed = False
        self._within = False
        """Whether the step of `_stepping` has begun and not ended."""
        self._stepping: Callable[[], Optimizer | None] = lambda: None
        self._stepped: Callable[[], Optimizer | None] = lambda: None
        self._backwards = 0
        """Backward passes until the last step."""
        self._handles: list[Any] = []

    def install(self) -> None:
        """Hook into torch, in this process."""
        self.losses.install()
        self.traffic.install()
        self._handles = [
            register_optimizer_step_pre_hook(self._quietly(self._before_step)),
            register_optimizer_step_post_hook(self._quietly(self._after_step)),
        ]

    def remove(self) -> None:
        """Take the hooks out again."""
        self.losses.remove()
        self.traffic.remove()
        for handle in self._handles:
            handle.remove()

    def report(self) -> None:
        """Send `steps_observed` for the report that is about to be made."""
        losses, local_loss = self.losses.take()
        traffic = self.traffic.take(losses)
        self._seen = self._seen or bool(losses or traffic.calls or self._steps)
        if not self._seen:
            return
        optimizer = self._stepped()
        parameters = self._parameters(optimizer)
        steps, self._steps = self._steps, 0
        self.rank.emit(
            "steps_observed",
            index=self.rank.reports,
            steps=steps,
            parameters_hash=tensors_hash(parameters),
            parameters_norm=tensors_norm(parameters) or 0.0,
            gradients_norm=self._gradients_norm(optimizer),
            history_hash=self._history.text,
            optimizer_hash=state_hash(optimizer) if optimizer is not None else "",
            losses=losses,
            local_loss=local_loss,
            all_reduces=traffic.calls,
            all_reduce_bytes=traffic.size,
            all_reduce_milliseconds=traffic.seconds * 1000,
        )

    def _parameters(self, optimizer: Optimizer | None) -> list[Tensor]:
        model = self.traffic.model()
        if model is not None:
            return list(model.parameters())
        return parameters_of(optimizer) if optimizer is not None else []

    def _gradients_norm(self, optimizer: Optimizer | None) -> float | None:
        parameters = parameters_of(optimizer) if optimizer is not None else []
        return self._gradients.norm(parameters, touched=activity.main.backwards != self._backwards)

    def _before_step(self, optimizer: Optimizer) -> None:
        last = self._stepping()
        if last is not optimizer:
            # An optimizer may step others within its own step. The outermost step counts, once.
            if self._within and last is not None:
                return
            self._stepping = weakref.ref(optimizer)
        self._within = True
        if not self._began:
            self._began = True
            self.rank.emit(
                "training_began",
                parameters_hash=tensors_hash(self._parameters(optimizer)),
                optimizer_hash=state_hash(optimizer),
            )
        if not self._gradients.left:
            self._gradients.remember(parameters_of(optimizer))

    def _after_step(self, optimizer: Optimizer) -> None:
        if not self._within or self._stepping() is not optimizer:
            return
        self._within = False
        self._stepped = self._stepping
        self._steps += 1
        main = activity.main
        main.stepped()
        self._backwards = main.backwards
        if self._history.due():
            self._history.add(parameters_of(optimizer))

    def _quietly(self, function: Callable[[Optimizer], None]) -> Callable[[Optimizer, Any, Any], None]:
        def hook(optimizer: Optimizer, arguments: Any, keywords: Any) -> None:
            try:
                function(optimizer)
            except Exception as error:  # an odd optimizer is no reason for the program to fail
                self._missed(error)

        return hook

    def _missed(self, error: Exception) -> None:
        if not self._failed:
            self._failed = True
            channel().emit("events_dropped", count=1, reason=f"a step could not be observed: {error!r}"[:300])

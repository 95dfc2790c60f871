"""Counts what a rank sends through all-reduce: DDP's gradient buckets, and calls of `torch.distributed.all_reduce`.

DDP says itself how long its buckets took (its logging data); no communication hook is registered, because the program
may want to. A direct call is timed until it returns: an asynchronous one, and any on a GPU, only starts the work.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import torch

from .buckets import Buckets, Sum
from .collectives import CONSTRUCTOR, calls


class Traffic:
    """All-reduces of this process since `take` was last called."""

    def __init__(self) -> None:
        self.models: list[Buckets] = []
        self._direct = Sum()

    def install(self) -> None:
        """See each model that is wrapped and each call, from now on."""
        calls.listen(self._heard)

    def remove(self) -> None:
        """See nothing more."""
        calls.unlisten(self._heard)

    def _heard(self, name: str, arguments: tuple[Any, ...], keywords: dict[str, Any], seconds: float) -> None:
        if name == CONSTRUCTOR:
            self.models.append(Buckets(arguments[0]))
        elif name == "all_reduce":
            tensor = arguments[0] if arguments else keywords["tensor"]
            self._direct.add(Sum(1, tensor.numel() * tensor.element_size(), seconds))

    def model(self) -> torch.nn.Module | None:
        """The one last wrapped that is still there."""
        return next((model for buckets in reversed(self.models) if (model := buckets.model()) is not None), None)

    def waited(self) -> float:
        """Seconds at the end of the backward pass that was just now, in which there was nothing left to compute: it
        waited until the gradients had come from the other ranks. Asks DDP, so not for every small pass."""
        longest = 0.0
        for buckets in self.models:
            with suppress(Exception):
                longest = max(longest, buckets.waited())
        return longest

    def take(self, backwards: int) -> Sum:
        """What there was since the last time, `backwards` calls of `backward` on a scalar among it."""
        taken, self._direct = self._direct, Sum()
        for buckets in self.models:
            with suppress(Exception):
                taken.add(buckets.take(backwards))
        self.models = [buckets for buckets in self.models if buckets.model() is not None]
        return taken

"""Counts what a rank sends through all-reduce: DDP's gradient buckets, and calls of `torch.distributed.all_reduce`.

DDP says itself how long its buckets took (its logging data); no communication hook is registered, because the program
may want to. A direct call is timed until it returns: an asynchronous one, and any on a GPU, only starts the work.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import torch
from torch.nn.parallel import DistributedDataParallel

from .collectives import CONSTRUCTOR, calls


@dataclass
class Sum:
    """Some all-reduces."""

    calls: int = 0
    size: int = 0
    """Bytes of this rank's tensors."""
    seconds: float = 0.0

    def add(self, other: Sum) -> None:
        self.calls += other.calls
        self.size += other.size
        self.seconds += other.seconds


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


class Buckets:
    """The gradient buckets of one DDP model, read from its logging data when they are asked for.

    DDP writes that data at the beginning of a forward pass, about the pass before. Asking writes it once more, so that
    the last pass is in it too. The next writing has that pass again, which `_doubled` takes out of DDP's mean.
    """

    def __init__(self, model: DistributedDataParallel) -> None:
        self.model: Callable[[], Any] = weakref.ref(model)
        # DDP times some passes only, because on a GPU that waits for the pass before. On a CPU it costs nothing.
        self._every_pass = all(parameter.device.type == "cpu" for parameter in model.parameters())
        self._rate(1 if self._every_pass else None)
        self._initial: list[int] = []
        self._passes = 0
        self._asked = 0
        self._doubled = 0.0
        self._spent = 0.0
        self._waited_for = 0

    def waited(self) -> float:
        """Seconds of its last pass; 0 where that was told before, or where DDP does not time each pass."""
        if not self._every_pass:
            return 0.0
        data = self._ask()
        self._asked += 1
        self._doubled += float(data.get("backward_comm_time", 0))
        passes = int(data.get("iteration", 0))
        if passes <= self._waited_for:
            return 0.0
        self._waited_for = passes
        overlap = float(data.get("backward_compute_comm_overlap_time", 0))
        return max(float(data.get("backward_comm_time", 0)) - overlap, 0.0) / 1e9

    def take(self, backwards: int) -> Sum:
        """What there was since the last time. A forward pass that no `backward` followed reduced nothing."""
        data = self._ask()
        passes = int(data.get("iteration", 0))
        if passes <= 0:
            return Sum()
        fresh, first = passes - self._passes, self._passes == 0
        self._passes = passes
        nanoseconds = self._nanoseconds(data, fresh)
        reduced = min(fresh, backwards) if backwards else fresh
        initial, later = _sizes(data, "bucket_sizes"), _sizes(data, "rebuilt_bucket_sizes")
        return Sum(
            calls=reduced * len(later or initial) + (len(initial) - len(later) if first and later else 0),
            size=reduced * sum(later or initial),
            seconds=nanoseconds / 1e9,
        )

    def _ask(self) -> dict[str, Any]:
        model = self.model()
        if model is None or model.logger is None:
            return {}
        if not self._every_pass:
            self._rate(1)
        model.logger.set_runtime_stats_and_log()
        if not self._every_pass:
            self._rate(None)
        data: dict[str, Any] = model._get_ddp_logging_data()
        return data

    def _nanoseconds(self, data: dict[str, Any], fresh: int) -> float:
        last = float(data.get("backward_comm_time", 0))
        if not self._every_pass:
            return last * fresh
        self._asked += 1
        written = self._passes - 1 + self._asked
        spent = float(data.get("avg_backward_comm_time", 0)) * written - self._doubled
        self._doubled += last
        spent, self._spent = spent - self._spent, spent
        return max(spent, 0.0)

    def _rate(self, rate: int | None) -> None:
        model = self.model()
        if model is not None:
            model._set_ddp_runtime_logging_sample_rate(rate or 100)


def _sizes(data: dict[str, Any], name: str) -> list[int]:
    """The bytes of each bucket, written as `160, 8`."""
    return [int(size) for size in str(data.get(name, "")).split(",") if size.strip().isdigit()]

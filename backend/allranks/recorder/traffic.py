"""Counts what a rank sends through all-reduce: DDP's gradient buckets, and calls of `torch.distributed.all_reduce`.

DDP says itself how long its buckets took (its logging data); no communication hook is registered, because the program
may want to. A direct call is timed until it returns: an asynchronous one, and any on a GPU, only starts the work.
"""

from __future__ import annotations

import functools
import time
import weakref
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import torch
import torch.distributed
import torch.distributed.distributed_c10d as c10d
from torch.nn.parallel import DistributedDataParallel


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
        self._real_init: Callable[..., None] = DistributedDataParallel.__init__
        self._real_all_reduce: Callable[..., Any] = c10d.all_reduce

    def install(self) -> None:
        """See each model that is wrapped and each call, from now on."""
        init, all_reduce = self._real_init, self._real_all_reduce

        @functools.wraps(init)
        def seen_init(model: DistributedDataParallel, *arguments: Any, **keywords: Any) -> None:
            init(model, *arguments, **keywords)
            with suppress(Exception):  # an odd model is no reason for the program to fail
                self.models.append(Buckets(model))

        # It keeps the original's module and name, under which a pickled loop looks it up.
        @functools.wraps(all_reduce)
        def seen_all_reduce(tensor: Any, *arguments: Any, **keywords: Any) -> Any:
            if torch.compiler.is_compiling():
                return all_reduce(tensor, *arguments, **keywords)
            began = time.perf_counter()
            work = all_reduce(tensor, *arguments, **keywords)
            seconds = time.perf_counter() - began
            with suppress(Exception):
                self._direct.add(Sum(1, tensor.numel() * tensor.element_size(), seconds))
            return work

        self._put(seen_init, seen_all_reduce)

    def remove(self) -> None:
        """See nothing more."""
        self._put(self._real_init, self._real_all_reduce)

    def model(self) -> torch.nn.Module | None:
        """The one last wrapped that is still there."""
        return next((model for buckets in reversed(self.models) if (model := buckets.model()) is not None), None)

    def take(self, backwards: int) -> Sum:
        """What there was since the last time, `backwards` calls of `backward` on a scalar among it."""
        taken, self._direct = self._direct, Sum()
        for buckets in self.models:
            with suppress(Exception):
                taken.add(buckets.take(backwards))
        self.models = [buckets for buckets in self.models if buckets.model() is not None]
        return taken

    @staticmethod
    def _put(init: Callable[..., None], all_reduce: Callable[..., Any]) -> None:
        owner: Any = DistributedDataParallel
        owner.__init__ = init
        c10d.all_reduce = all_reduce
        torch.distributed.all_reduce = all_reduce


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

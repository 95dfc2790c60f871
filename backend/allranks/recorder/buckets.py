"""What DDP says itself of the gradient buckets that it all-reduces: their sizes, and how long they took."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torch.nn.parallel import DistributedDataParallel

TIMED_ON_A_GPU = 100
"""One pass in so many, which is what DDP does by itself: there, timing a pass waits for the pass before."""
EACH_PASS_UNTIL = 100
"""On a CPU so many passes are timed one by one, so that the first reports are exact. It costs each of them a few dozen
microseconds, which a step of a few milliseconds feels."""
LATER = 10
"""After that it is one pass in so many, and the others are taken to be as long."""
FIRST = 10
"""DDP times so many passes whatever it is asked for."""


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


class Buckets:
    """The gradient buckets of one DDP model, read from its logging data when they are asked for.

    DDP writes that data at the beginning of a forward pass, about the pass before, if that is one that it times. Asking
    writes it once more, about the last pass that was timed. Its mean is over all it wrote, so what was written twice is
    taken out again.
    """

    def __init__(self, model: DistributedDataParallel) -> None:
        self.model: Callable[[], Any] = weakref.ref(model)
        self._on_cpu = all(parameter.device.type == "cpu" for parameter in model.parameters())
        self._rate = 1 if self._on_cpu else TIMED_ON_A_GPU
        self.time_passes()
        self._passes = self._timed = 0
        """Passes so far, and those of them that were timed."""
        self._last = self._spent = 0.0
        """Nanoseconds of the last one that was timed, and of all of them."""
        self._written, self._sum = 0, 0.0
        """How often DDP wrote, and the sum of what it wrote."""
        self._told = (0, 0, 0.0)
        """Passes, timed ones and their nanoseconds at the last `take`."""
        self._waited_for = 0

    def time_passes(self) -> None:
        """Let DDP time as many passes as it should by now."""
        self._let(self._rate)

    def waited(self) -> float:
        """Seconds at the end of the last pass in which it only waited for the other ranks; 0 where that was told
        before, or where it was not timed. Whoever asks has passes so long that each may be timed from then on."""
        if not self._on_cpu:
            return 0.0
        data = self._ask()
        if self._rate > 1:
            self._rate = 1
            self.time_passes()
        elif self._passes > self._waited_for:
            self._waited_for = self._passes
            overlap = float(data.get("backward_compute_comm_overlap_time", 0))
            return max(self._last - overlap, 0.0) / 1e9
        return 0.0

    def take(self, backwards: int) -> Sum:
        """What there was since the last time. A forward pass that no `backward` followed reduced nothing."""
        data = self._ask()
        if self._passes <= 0:
            return Sum()
        passes, timed, spent = self._told
        self._told = (self._passes, self._timed, self._spent)
        fresh, new = self._passes - passes, self._timed - timed
        mean = (self._spent - spent) / new if self._on_cpu and new else self._last
        if self._on_cpu and self._passes >= EACH_PASS_UNTIL and not self._waited_for:
            self._rate = LATER
            self.time_passes()
        reduced = min(fresh, backwards) if backwards else fresh
        initial, later = _sizes(data, "bucket_sizes"), _sizes(data, "rebuilt_bucket_sizes")
        return Sum(
            calls=reduced * len(later or initial) + (len(initial) - len(later) if later and not passes else 0),
            size=reduced * sum(later or initial),
            seconds=max(mean * fresh, 0.0) / 1e9,
        )

    def _ask(self) -> dict[str, Any]:
        """DDP's data as it is now, and count what it says."""
        model = self.model()
        if model is None or model.logger is None:
            return {}
        self._let(1)  # else it writes nothing after a pass that was not timed
        model.logger.set_runtime_stats_and_log()
        self.time_passes()
        data: dict[str, Any] = model._get_ddp_logging_data()
        self._count(max(int(data.get("iteration", 0)), 0), data)
        return data

    def _count(self, passes: int, data: dict[str, Any]) -> None:
        """Take in what came with `passes`: of those since the last time, each timed one was written once, but the last
        pass of that time a second time, and what is asked for now is not new where the last pass was not timed."""
        again = passes > self._passes > 0 and self._is_timed(self._passes)
        new = sum(map(self._is_timed, range(self._passes + 1, passes + 1)))
        last_is_new = passes > self._passes and self._is_timed(passes)
        self._written += again + new - last_is_new + 1
        before, self._sum = self._sum, float(data.get("avg_backward_comm_time", 0)) * self._written
        again_nanoseconds = self._last if again else 0.0
        self._last = float(data.get("backward_comm_time", 0))
        self._spent += self._sum - before - again_nanoseconds - (0.0 if last_is_new else self._last)
        self._timed += new
        self._passes = passes

    def _is_timed(self, number: int) -> bool:
        return number <= FIRST or number % self._rate == 0

    def _let(self, rate: int) -> None:
        model = self.model()
        if model is not None:
            model._set_ddp_runtime_logging_sample_rate(rate)


def _sizes(data: dict[str, Any], name: str) -> list[int]:
    """The bytes of each bucket, written as `160, 8`."""
    return [int(size) for size in str(data.get(name, "")).split(",") if size.strip().isdigit()]

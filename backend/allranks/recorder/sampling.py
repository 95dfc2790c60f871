"""A thread beside the one that trains, which says about once a second where that one is.

It goes on while the other is stuck in C++ (gloo's waits let Python run), and stays silent when something holds the
interpreter lock. It begins before the process group is set up, and ends with the process. It holds no lock while it
sleeps; a child forked from here has neither this thread nor its channel.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

from . import activity, gpu, timing
from .activity import MainThread, Moment
from .raising import raising
from .rank import Rank
from .starving import Starving
from .tracebacks import PROGRAM_VARIABLE, lines_of

VARIABLE = "ALLRANKS_SAMPLE_SECONDS"
SECONDS = 1.0
STACK = 12
FAILURES = 3
"""Then whatever is odd about this process stays so, and it is left alone."""
IN_TORCH = ("loop", "forward", "backward")
"""Where DDP may wait for other ranks inside torch, which only torch itself can tell."""
ON_GPU = (*IN_TORCH, "data", "serialise", "collective")
"""Where a rank may wait for its GPU, and with it for a collective that it called before: in `.item()`, a copy, a save,
or the next collective that waits. No frame of torch's need be there."""
OVER = ("returned", "raised")


class Sampler:
    """Samples one rank."""

    def __init__(self, rank: Rank, main: MainThread | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self._rank = rank
        self._main = main or activity.main
        self._clock = clock
        self._program = os.path.realpath(os.environ.get(PROGRAM_VARIABLE, ""))
        self._changes = -1
        self._instruction: tuple[object, int] | None = None
        self._at, self._cpu = clock(), time.process_time()
        self._starving = Starving(clock)

    def start(self, seconds: float) -> threading.Thread:
        """Sample each `seconds` from now on."""
        thread = threading.Thread(target=self._run, args=(seconds,), name="allranks-samples", daemon=True)
        thread.start()
        return thread

    def sample(self) -> None:
        """Say where the rank is."""
        main, moment = self._main, self._main.look()
        stalled = moment.changes == self._changes
        self._changes = moment.changes
        frame = None if moment.activity in OVER else sys._current_frames().get(main.thread)
        instruction = (frame.f_code, frame.f_lasti) if frame is not None else None
        stands = stalled and instruction is not None and instruction == self._instruction
        self._instruction = instruction
        lines = lines_of(frame, self._program)
        own = next((line for line in lines if line.own), None)
        self._rank.emit(
            "rank_sampled",
            activity=moment.activity,
            seconds=moment.seconds,
            idle_seconds=moment.idle_seconds,
            where=own.described() if own else None,
            stack=[line.described() for line in lines[:STACK]] if stalled else [],
            collective=self._collective(moment, stalled and bool(lines) and lines[0].within("torch"), stands),
            collectives=main.collectives,
            reports=self._rank.reports,
            batches=main.batches,
            steps=main.steps,
            cpu_percent=self._cpu_percent(),
            starved_percent=self._starving.percent(main.thread),
            rss_bytes=rss_bytes(),
            raised=raising.described(),
            **gpu.usage(),
        )

    def _run(self, seconds: float) -> None:
        failures = 0
        while failures < FAILURES:
            time.sleep(seconds)
            try:
                timing.tell(self._rank, self._main)
                self.sample()
            except Exception:  # a frame that went away meanwhile, a value that cannot be read
                failures += 1

    def _collective(self, moment: Moment, in_torch: bool, stands: bool) -> dict[str, Any] | None:
        # torch is imported by whoever made a collective.
        main, called = self._main, None
        if moment.call is not None:
            from .describing import collective_of

            called = collective_of(moment.call)
        on_gpu = stands and moment.activity in ON_GPU and uses_gpu()
        if on_gpu or (called is None and in_torch and moment.activity in IN_TORCH):
            from .flight import pending

            # The last of the counted ones is the one that it is in.
            following = main.collectives + (moment.call is None)
            return pending(tuple(main.made), max(following, 1)) or called
        return called

    def _cpu_percent(self) -> float:
        now, cpu = self._clock(), time.process_time()
        wall, used = now - self._at, cpu - self._cpu
        self._at, self._cpu = now, cpu
        return max(used, 0.0) / wall * 100 if wall > 0 else 0.0


def uses_gpu() -> bool:
    """Whether this process has begun to use CUDA. Does not begin with it."""
    cuda = sys.modules.get("torch.cuda")
    return cuda is not None and bool(cuda.is_initialized())


def rss_bytes() -> int:
    """Memory of this process that is in RAM; 0 where the system does not tell."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def start(rank: Rank) -> Sampler:
    """Begin to sample this process."""
    sampler = Sampler(rank)
    try:
        seconds = float(os.environ.get(VARIABLE, ""))
    except ValueError:
        seconds = SECONDS
    sampler.start(seconds if seconds > 0 else SECONDS)
    return sampler

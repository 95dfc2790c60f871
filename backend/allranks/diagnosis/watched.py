"""An attempt as its events tell it, each taken in as it comes."""

from __future__ import annotations

from collections import deque
from statistics import median

from allranks.protocol import (
    CheckpointLoaded,
    CheckpointUploaded,
    CommunicatorMismatched,
    Event,
    FaultInjected,
    MetricsReported,
    ModelPrepared,
    PhaseChanged,
    RankSampled,
    RowsRead,
    StepsObserved,
    TimeSpent,
    WorkerFailed,
    WorkerGroupEnded,
    WorkerGroupStarted,
    WorkersRequested,
)

from .program import Program
from .standing import RankSeen, Standing

COMMUNICATORS = 64
"""So many are remembered of one attempt."""
ANSWERED_SECONDS = 20.0
"""What NCCL said longer ago says nothing of now. It is asked more often, and may take long to answer."""
GAPS = 64
"""So many times between signs of progress are remembered, of all ranks together."""
SIGNS = MetricsReported | ModelPrepared | StepsObserved | RowsRead | CheckpointLoaded | CheckpointUploaded


class Watched:
    """Folds events. What one costs does not grow with what came before."""

    def __init__(self, program: Program, pause: float) -> None:
        self._program = program
        self._pause = pause
        self._phase, self._phase_since = "", 0.0
        self._requested: WorkersRequested | None = None
        self._gaps: deque[float] = deque(maxlen=GAPS)
        self._world_size = 0
        self._slowed: dict[int, float] = {}
        self._communicators: dict[str, tuple[CommunicatorMismatched, float]] = {}
        self.attempt = 0
        self.ranks: dict[int, RankSeen] = {}
        """Of the attempt that goes on; empty between two."""

    def take(self, event: Event, at: float) -> None:
        """Take in an event that the host got at `at`, in unix seconds."""
        if isinstance(event, RankSampled):
            self._sampled(event, at)
        elif isinstance(event, SIGNS | TimeSpent):
            seen = self._rank(event.attempt, event.rank, at)
            if seen is not None and isinstance(event, TimeSpent):
                seen.spent = event
            elif seen is not None:
                seen.progressed_at = max(seen.progressed_at, at)
        elif isinstance(event, PhaseChanged):
            self._phase, self._phase_since = event.phase, at
        elif isinstance(event, WorkersRequested):
            self._requested = event
            self._world_size = event.workers
        elif isinstance(event, WorkerGroupStarted):
            for facts in event.ranks:
                self._rank(event.attempt, facts.rank, at)
            self._world_size = len(event.ranks)
        elif isinstance(event, WorkerGroupEnded) and event.attempt >= self.attempt:
            self.ranks = {}
        elif isinstance(event, WorkerFailed):
            seen = self._rank(event.attempt, event.rank, at)
            if seen is not None:
                seen.failure = event
        elif isinstance(event, FaultInjected):
            self._fault(event, at)
        elif isinstance(event, CommunicatorMismatched) and event.attempt == self.attempt:
            self._communicators.pop(event.communicator, None)
            self._communicators[event.communicator] = (event, at)
            if len(self._communicators) > COMMUNICATORS:
                del self._communicators[next(iter(self._communicators))]

    def standing(self, now: float) -> Standing:
        """What is known at `now`."""
        for seen in self.ranks.values():
            seen.now = now
        return Standing(
            now=now,
            attempt=self.attempt,
            phase=self._phase,
            phase_since=self._phase_since,
            ranks=[self.ranks[rank] for rank in sorted(self.ranks)],
            world_size=self._world_size,
            requested=self._requested,
            pause=self._pause,
            usual=median(self._gaps) if self._gaps else 0.0,
            longest=max(self._gaps, default=0.0),
            program=self._program,
            communicators=[event for event, at in self._communicators.values() if now - at <= ANSWERED_SECONDS],
        )

    def waiting_since(self, now: float) -> float:
        """For how many seconds the rank that has got on least has made no progress, or a phase of setting up lasts."""
        going = [seen for seen in self.ranks.values() if not seen.over]
        if going:
            return now - min(seen.progressed_at for seen in going)
        return now - self._phase_since if self._phase == "workers" and not self.ranks else 0.0

    @property
    def since(self) -> float:
        """Since when the phase lasts, in unix seconds."""
        return self._phase_since

    def _rank(self, attempt: int, rank: int, at: float) -> RankSeen | None:
        if attempt < self.attempt:
            return None
        if attempt > self.attempt:
            self.attempt, self.ranks, self._slowed, self._communicators = attempt, {}, {}, {}
        if rank not in self.ranks:
            self.ranks[rank] = RankSeen(rank, now=at, progressed_at=at, slowed=self._slowed.get(rank, 0.0))
        return self.ranks[rank]

    def _sampled(self, event: RankSampled, at: float) -> None:
        seen = self._rank(event.attempt, event.rank, at)
        if seen is None:
            return
        before, counts = seen.sample, seen.counts
        progressed_at = at - event.idle_seconds
        seen.sample, seen.sampled_at = event, at
        if before is None or _line(before) != _line(event):
            seen.line_since = at
        if before is None:
            seen.progressed_at = progressed_at
        elif progressed_at > seen.progressed_at + 0.05:  # less is the way that the sample took
            signs = sum(seen.counts) - sum(counts)
            if signs > 0 and event.activity not in ("returned", "raised"):
                self._gaps.append((progressed_at - seen.progressed_at) / signs)
            seen.progressed_at = progressed_at

    def _fault(self, event: FaultInjected, at: float) -> None:
        seen = self._rank(event.attempt, event.rank, at)
        if event.action == "slow":
            self._slowed[event.rank] = event.seconds
        if seen is None:
            return
        seen.killed |= event.action in ("kill", "kill_node")
        seen.slowed = self._slowed.get(event.rank, 0.0)
        if event.action in ("pause", "resume"):
            seen.paused = event.action == "pause"
            seen.progressed_at = at


def _line(sample: RankSampled) -> tuple[str, int, str]:
    where = sample.where
    return (where.file, where.line, sample.activity) if where else ("", 0, sample.activity)

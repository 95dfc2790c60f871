"""When the faults that were written down beforehand are due: events in, faults out, and nothing else."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ...protocol import (
    SECOND_NODE,
    CheckpointSaved,
    Event,
    Fault,
    MetricsReported,
    PlannedFault,
    WorkerGroupEnded,
    WorkerGroupStarted,
)

Choose = Callable[[Sequence[int]], int]


@dataclass
class Progress:
    """How far the newest attempt of a run has come, as the host saw it. All of it was claimed from inside."""

    attempt: int = 0
    """0 until the first worker group is up."""
    pids: dict[int, int] = field(default_factory=dict)
    """By rank, as their own process namespace counts them."""
    nodes: dict[int, str] = field(default_factory=dict)
    """By rank, the address of the Ray node that it is on."""
    reports: dict[int, int] = field(default_factory=dict)
    """By rank, those of this attempt."""
    checkpoints: int = 0
    """Saved in this attempt."""
    over: bool = False
    """The worker group was shut down."""

    def take(self, event: Event) -> None:
        """Fold one event in."""
        if isinstance(event, WorkerGroupStarted):
            self.attempt, self.checkpoints, self.over = event.attempt, 0, False
            self.pids = {facts.rank: facts.pid for facts in event.ranks}
            self.nodes = {facts.rank: facts.node_ip for facts in event.ranks}
            self.reports = {}
        elif isinstance(event, MetricsReported) and event.attempt == self.attempt and event.rank in self.pids:
            self.reports[event.rank] = self.reports.get(event.rank, 0) + 1
        elif isinstance(event, CheckpointSaved) and event.attempt == self.attempt:
            self.checkpoints += 1
        elif isinstance(event, WorkerGroupEnded) and event.attempt == self.attempt:
            self.over = True


class FaultPlan:
    """Each planned fault comes once. A rank that was not written down is drawn when the worker group of its attempt is
    up, since only then is it known how many there are; whoever draws is outside the sandbox."""

    def __init__(self, planned: Sequence[PlannedFault], choose: Choose = secrets.choice) -> None:
        """`planned` holds no range any more (`runs/faults.py` drew from it)."""
        self._waiting = list(planned)
        self._choose = choose

    def due(self, event: Event, progress: Progress) -> list[Fault]:
        """The faults that `event`, which `progress` has taken in already, brings. One whose rank does not exist is due
        at once, so that it is told."""
        if isinstance(event, WorkerGroupStarted):
            return self._begin(event.attempt, progress)
        if not self._waiting or not isinstance(event, MetricsReported) or event.attempt != progress.attempt:
            return []
        reports = progress.reports.get(event.rank, 0)
        return self._take(
            lambda planned: (
                planned.attempt == progress.attempt
                and planned.rank == event.rank
                and planned.after_checkpoints <= progress.checkpoints
                and planned.at_report <= reports
            )
        )

    def left(self) -> list[Fault]:
        """Those that have not come and whose rank is known. None is left afterwards."""
        return self._take(lambda planned: planned.rank is not None)

    def _begin(self, attempt: int, progress: Progress) -> list[Fault]:
        ranks = sorted(progress.pids)
        # The first node cannot be taken away, so a node that is drawn is the second, where any rank is on it.
        second = [rank for rank in ranks if progress.nodes[rank] == SECOND_NODE] or ranks
        for number, planned in enumerate(self._waiting):
            if planned.attempt == attempt and planned.rank is None and ranks:
                self._waiting[number] = planned.model_copy(
                    update={"rank": self._choose(second if planned.action == "kill_node" else ranks)}
                )
        return self._take(
            lambda planned: planned.attempt == attempt and planned.rank is not None and planned.rank not in ranks
        )

    def _take(self, wanted: Callable[[PlannedFault], bool]) -> list[Fault]:
        taken = [planned for planned in self._waiting if wanted(planned)]
        self._waiting = [planned for planned in self._waiting if planned not in taken]
        return [
            Fault(action=planned.action, rank=planned.rank, seconds=planned.seconds)
            for planned in taken
            if planned.rank is not None
        ]

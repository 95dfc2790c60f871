"""Each further attempt went on right after the checkpoint."""

from __future__ import annotations

from typing import ClassVar

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed
from allranks.grading.recovery import Restart, judge_restarts, number


class ResumedAtCheckpoint(Check):
    """Passes when in each attempt after the first every rank asked for the checkpoint, got the latest that was
    committed, and reported as its first `metric` that checkpoint's value and one."""

    rules: ClassVar[tuple[str, ...]] = ("RTL305", "RTL307", "RTL212", "RTL315", "RTL322")
    metric: str

    @property
    def about(self) -> tuple[str, ...]:
        return ("ray.train.get_checkpoint", "ray.train.report")

    def judge(self, observed: Observed) -> Judgement:
        return judge_restarts(
            self,
            observed,
            self._problem,
            self._line,
            f"Every rank went on at the checkpoint's {self.metric} and one, in each further attempt.",
        )

    def _problem(self, restart: Restart) -> str | None:
        if restart.saved is None:
            return f"Attempt {restart.attempt} had no checkpoint to begin from."
        kept = number(restart.saved.metrics, self.metric)
        if kept is None:
            return f"The report that came with the latest checkpoint has no number {self.metric}."
        for rank in restart.ranks:
            if rank not in restart.first:
                if restart.ended:
                    continue
                return f"Rank {rank} made no report in attempt {restart.attempt}."
            if rank not in restart.loaded:
                return f"Rank {rank} never called get_checkpoint in attempt {restart.attempt}."
            if restart.loaded[rank].name != restart.saved.name:
                return (
                    f"In attempt {restart.attempt} rank {rank} began from {restart.loaded[rank].name or 'nothing'}; "
                    f"the latest checkpoint was {restart.saved.name}."
                )
            value = number(restart.first[rank].metrics, self.metric)
            if value != kept + 1:
                return (
                    f"The latest checkpoint was saved at {self.metric} {kept:g}, and attempt {restart.attempt} began "
                    f"on rank {rank} with {self.metric} {_written(value)}; expected was {kept + 1:g}."
                )
        return None

    def _line(self, restart: Restart, rank: int) -> str:
        loaded = restart.loaded[rank].name or "nothing" if rank in restart.loaded else "nothing, not asked for"
        first = restart.first.get(rank)
        value = number(first.metrics, self.metric) if first else None
        return f"attempt {restart.attempt}, rank {rank}: loaded {loaded}, first {self.metric} {_written(value)}"


def _written(value: float | None) -> str:
    return "no number" if value is None else f"{value:g}"

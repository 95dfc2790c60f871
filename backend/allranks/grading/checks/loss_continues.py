"""The loss went on where it was."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed
from allranks.grading.recovery import Restart, judge_restarts, number


class LossContinues(Check):
    """Passes when on every rank the first `metric` of each further attempt follows from the one at the checkpoint: it
    is at most `tolerance` (relative) above that, and falls at most so much faster than it fell from the report before
    the checkpoint to the checkpoint."""

    rules: ClassVar[tuple[str, ...]] = ("RTL306", "RTL307", "RTL305")
    metric: str
    tolerance: Annotated[float, Field(gt=0, lt=1)]

    @property
    def about(self) -> tuple[str, ...]:
        return ("ray.train.get_checkpoint", "ray.train.report")

    def judge(self, observed: Observed) -> Judgement:
        return judge_restarts(
            self,
            observed,
            self._problem,
            self._line,
            f"On every rank {self.metric} went on where it was, in each further attempt.",
        )

    def _problem(self, restart: Restart) -> str | None:
        if restart.saved is None:
            return f"Attempt {restart.attempt} had no checkpoint to go on from."
        for rank in restart.ranks:
            if rank not in restart.first and restart.ended:
                continue
            now, then, before = self._values(restart, rank)
            if now is None or then is None:
                return (
                    f"Rank {rank} has no number {self.metric} at the checkpoint, or none in attempt {restart.attempt}."
                )
            fell = then / before if before else 0.0
            low, high = then * fell * (1 - self.tolerance), then * max(1.0, fell) * (1 + self.tolerance)
            if not low <= now <= high:
                return (
                    f"On rank {rank} {self.metric} was {then:.3g} at the checkpoint and {now:.3g} in the first report "
                    f"of attempt {restart.attempt}; expected was {low:.3g} to {high:.3g}."
                )
        return None

    def _values(self, restart: Restart, rank: int) -> tuple[float | None, float | None, float | None]:
        first, saved, before = (
            found.get(rank) for found in (restart.first, restart.reported_at_save, restart.reported_before)
        )
        now, then, earlier = (
            number(report.metrics, self.metric) if report else None for report in (first, saved, before)
        )
        return now, then, earlier

    def _line(self, restart: Restart, rank: int) -> str:
        now, then, _ = self._values(restart, rank)
        told = ["no number" if value is None else f"{value:.3g}" for value in (then, now)]
        return f"attempt {restart.attempt}, rank {rank}: {self.metric} {told[0]} at the checkpoint, then {told[1]}"

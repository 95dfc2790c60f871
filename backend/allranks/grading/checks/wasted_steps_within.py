"""Little work was lost with an attempt."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed
from allranks.grading.recovery import NOTHING_AGAIN, restarts

from ...protocol import CheckpointSaved, MetricsReported, Sight, WorkerGroupStarted


class WastedStepsWithin(Check):
    """Passes when no attempt that ended early had made more than `reports` reports after its last checkpoint.

    That work had to be done again. With a checkpoint in each report two can be lost: one that Ray had not taken yet,
    and the one after it, under way when the rank died.
    """

    reports: Annotated[int, Field(ge=0)]

    @property
    def about(self) -> tuple[str, ...]:
        return ("ray.train.Checkpoint.from_directory", "ray.train.report")

    def judge(self, observed: Observed) -> Judgement:
        wasted = _wasted(observed)
        evidence = [f"attempt {attempt}: {lost} reports after its last checkpoint" for attempt, lost in wasted.items()]
        for attempt, lost in wasted.items():
            if lost > self.reports:
                return Judgement(
                    "failed",
                    f"Attempt {attempt} lost {lost} reports that came after its last checkpoint; "
                    f"expected were at most {self.reports}.",
                    evidence,
                ).seen_in(_end_of(observed, attempt), Sight(panel="checkpoints", attempt=attempt))
        if not restarts(observed):
            return Judgement("not_judged", NOTHING_AGAIN, evidence)
        if not observed.of(MetricsReported):
            return self.unseen(observed, "No rank reported anything in the last attempt.", evidence)
        return Judgement("passed", f"No attempt lost more than {self.reports} reports.", evidence)


def _wasted(observed: Observed) -> dict[int, int]:
    """By attempt that another followed."""
    made = [(e.attempt, e.index) for e in observed.of(MetricsReported, every_attempt=True)]
    saved = [(e.attempt, e.index) for e in observed.of(CheckpointSaved, every_attempt=True)]
    return {
        group.attempt: _last(made, group.attempt) - _last(saved, group.attempt)
        for group in observed.of(WorkerGroupStarted, every_attempt=True)[:-1]
    }


def _end_of(observed: Observed, attempt: int) -> Sight:
    """Its last report, on the curves."""
    made = [event for event in observed.of(MetricsReported, every_attempt=True) if event.attempt == attempt]
    last = made[-1] if made else None
    return Sight(panel="curves", attempt=attempt, index=last.index if last else None, seconds=observed.seconds(last))


def _last(events: list[tuple[int, int]], wanted: int) -> int:
    return max((index for attempt, index in events if attempt == wanted), default=-1)

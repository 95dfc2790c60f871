"""The ranks reported the mean of what each of them had lost."""

from __future__ import annotations

import math
from typing import Annotated, ClassVar

from pydantic import Field

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed
from allranks.grading.steps import steps_by_report

from ...protocol import Sight, StepsObserved


class GlobalMean(Check):
    """Passes when at every report each rank's `metric` is the mean, over all ranks, of the losses that they called
    `backward` on since the report before.

    `tolerance` is relative: 0.001 allows for a thousandth of the mean. Ranks whose own losses never differ by more than
    that show nothing, and fail: they all trained on the same data.
    """

    rules: ClassVar[tuple[str, ...]] = ("RTL146", "RTL115", "RTL116", "RTL126")
    metric: str
    tolerance: Annotated[float, Field(gt=0, lt=1)]

    @property
    def about(self) -> tuple[str, ...]:
        return ("torch.distributed.all_reduce", "ray.train.report")

    def judge(self, observed: Observed) -> Judgement:
        evidence: list[str] = []
        differed = False
        for index, steps in (reports := steps_by_report(observed)).items():
            if problem := _unusable(index, steps):
                return self.unseen(observed, problem, evidence)
            losses = {rank: step.local_loss or 0.0 for rank, step in steps.items()}
            reported = {rank: self._reported(observed, rank, index) for rank in losses}
            evidence = [
                f"rank {rank}, report {index + 1}: own loss {loss:.6g}, reported {_written(reported[rank])}"
                for rank, loss in losses.items()
            ]
            if problem := self._problem(index, reported, losses):
                return Judgement("failed", problem, evidence).seen_in(*self._places(observed, steps))
            differed = differed or max(losses.values()) - min(losses.values()) > self._allowed(losses)
        if not reports:
            return self.unseen(observed, "There was no report at which every rank's own loss was seen.", evidence)
        if observed.cut_short is not None:
            return Judgement("not_judged", f"Not judged, because {observed.cut_short}.", evidence)
        if not differed and len(observed.ranks) > 1:
            return Judgement(
                "failed",
                "The ranks' own losses never differed: all of them trained on the same data, so a mean shows nothing.",
                evidence,
            ).seen_in(*self._places(observed, steps))
        return Judgement("passed", f"At every report {self.metric} was the mean of all ranks' own losses.", evidence)

    def _places(self, observed: Observed, steps: dict[int, StepsObserved]) -> list[Sight]:
        step = steps[min(steps)]
        place = Sight(
            panel="curves",
            name=self.metric,
            attempt=step.attempt,
            index=step.index,
            seconds=observed.seconds(step),
        )
        return [place, place.model_copy(update={"panel": "gradient_sync"})]

    def _problem(self, index: int, reported: dict[int, float | None], losses: dict[int, float]) -> str | None:
        mean = sum(losses.values()) / len(losses)
        for rank, value in reported.items():
            if value is None:
                return f"Report {index + 1} of rank {rank} has no number {self.metric}."
            if not abs(value - mean) <= self._allowed(losses):
                return (
                    f"At report {index + 1} rank {rank} reported {self.metric} {value:.6g}; "
                    f"the mean over all ranks was {mean:.6g}{_what(reported, losses, self.tolerance)}."
                )
        return None

    def _allowed(self, losses: dict[int, float]) -> float:
        return self.tolerance * abs(sum(losses.values()) / len(losses))

    def _reported(self, observed: Observed, rank: int, index: int) -> float | None:
        for report in observed.reports.get(rank, []):
            value = report.metrics.get(self.metric)
            if report.index == index and isinstance(value, int | float) and not isinstance(value, bool):
                return float(value)
        return None


def _unusable(index: int, steps: dict[int, StepsObserved]) -> str | None:
    for rank, step in steps.items():
        if not step.losses:
            return f"Rank {rank} called backward on no loss before report {index + 1}."
        if step.local_loss is None:
            return f"Before report {index + 1} rank {rank}'s own loss was no finite number."
    return None


def _what(reported: dict[int, float | None], losses: dict[int, float], tolerance: float) -> str:
    """What was reported instead, where that can be told."""

    def are(expected: dict[int, float]) -> bool:
        return all(
            value is not None and math.isclose(value, expected[rank], rel_tol=tolerance)
            for rank, value in reported.items()
        )

    own = list(losses.values())
    if are(losses):
        return ". Every rank reported its own loss"
    for value, name in (
        (losses[min(losses)], "rank 0's loss"),
        (sum(own), "the sum, which is to be divided by the number of ranks"),
        (max(own), "the largest of the ranks' losses"),
        (min(own), "the smallest of the ranks' losses"),
    ):
        if are(dict.fromkeys(losses, value)):
            return f". What was reported is {name}"
    return ""


def _written(value: float | None) -> str:
    return "no number" if value is None else f"{value:.6g}"

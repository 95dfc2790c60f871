"""Training brought a metric under a target on every rank."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed

from ...protocol import Metric, MetricsReported, NonFinite, Sight


class MetricBelow(Check):
    """Passes when on every rank the last report's `metric` is a finite number below `target`.

    What nobody reported is not judged, however the run ended: whether a rank reports is another check's question.
    """

    rules: ClassVar[tuple[str, ...]] = ("RTL148", "RTL154", "RTL155", "RTL145", "RTL147", "RTL157", "RTL149")
    metric: str
    target: Annotated[float, Field(allow_inf_nan=False)]

    @property
    def about(self) -> tuple[str, ...]:
        return ("ray.train.report",)

    def judge(self, observed: Observed) -> Judgement:
        last = {facts.rank: _last(observed.reports.get(facts.rank, [])) for facts in observed.ranks}
        evidence = [f"rank {rank}: {self._shown(report)}" for rank, report in last.items()]
        if observed.cut_short is not None:
            return Judgement("not_judged", f"Not judged, because {observed.cut_short}.", evidence)
        silent = [rank for rank, report in last.items() if report is None]
        if silent or not last:
            who = f"rank {silent[0]} never reported" if silent else "no worker group was started"
            return Judgement(
                "not_judged", f"Not judged, because {who}: there is no {self.metric} to look at.", evidence
            )
        for rank, report in last.items():
            if report is not None and (problem := self._problem(report)):
                failed = Judgement("failed", f"On rank {rank} {problem}.", evidence)
                return failed.seen_in(self._place(observed, report))
        return Judgement("passed", f"On every rank the last {self.metric} is below {self.target:g}.", evidence)

    def _place(self, observed: Observed, report: MetricsReported) -> Sight:
        return Sight(
            panel="curves",
            rank=report.rank,
            attempt=report.attempt,
            index=report.index,
            seconds=observed.seconds(report),
            name=self.metric,
        )

    def _problem(self, report: MetricsReported) -> str | None:
        if self.metric not in report.metrics:
            return f"the last report has no {self.metric}; it has {', '.join(report.metrics) or 'nothing'}"
        value = report.metrics[self.metric]
        if isinstance(value, NonFinite):
            return f"the last {self.metric} is {_written(value)}, which is below nothing"
        if isinstance(value, bool) or not isinstance(value, int | float):
            return f"the last {self.metric} is {_written(value)}, which is not a number"
        if value >= self.target:
            return f"the last {self.metric} is {_written(value)}; expected was a value below {self.target:g}"
        return None

    def _shown(self, report: MetricsReported | None) -> str:
        if report is None:
            return "no report"
        if self.metric not in report.metrics:
            return f"no {self.metric} in the last report"
        return f"{self.metric} {_written(report.metrics[self.metric])}"


def _last(reports: list[MetricsReported]) -> MetricsReported | None:
    return reports[-1] if reports else None


def _written(value: Metric) -> str:
    if isinstance(value, NonFinite):
        return {"nan": "NaN", "inf": "infinite", "-inf": "negative infinite"}[value.nonfinite]
    if isinstance(value, float):
        return f"{value:.6g}"
    return repr(value)[:60]

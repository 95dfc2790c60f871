"""Training brought a metric under a target on every rank."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed

from ...protocol import Metric, MetricsReported, NonFinite


class MetricBelow(Check):
    """Passes when on every rank the last report's `metric` is a finite number below `target`.

    What nobody reported is not judged, however the run ended: whether a rank reports is another check's question.
    """

    metric: str
    target: Annotated[float, Field(allow_inf_nan=False)]

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
                return Judgement("failed", f"On rank {rank} {problem}.", evidence)
        return Judgement("passed", f"On every rank the last {self.metric} is below {self.target:g}.", evidence)

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

"""Every rank reported a certain number."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed

from ...protocol import Metric, MetricsReported, NonFinite, Sight


class MetricEquals(Check):
    """Passes when wherever a rank reported `metric` it was the number `value`, and every rank did.

    What was not reported is not judged, however the run ended: whether a rank reports is another check's question.
    """

    metric: str
    value: Annotated[float, Field(allow_inf_nan=False)]

    @property
    def about(self) -> tuple[str, ...]:
        return ("ray.train.report",)

    def judge(self, observed: Observed) -> Judgement:
        made = {
            facts.rank: [report for report in observed.reports.get(facts.rank, []) if self.metric in report.metrics]
            for facts in observed.ranks
        }
        evidence = [f"rank {rank}: {self._shown(reports)}" for rank, reports in made.items()]
        for rank, reports in made.items():
            for report in reports:
                if not self._is_right(report.metrics[self.metric]):
                    seen = _written(report.metrics[self.metric])
                    sentence = f"Report {report.index + 1} of rank {rank} has {self.metric} {seen}"
                    failed = Judgement("failed", f"{sentence}; expected was {self.value:g}.", evidence)
                    return failed.seen_in(
                        Sight(
                            panel="curves",
                            rank=rank,
                            attempt=report.attempt,
                            index=report.index,
                            seconds=observed.seconds(report),
                            name=self.metric,
                        )
                    )
        if observed.cut_short is not None:
            return Judgement("not_judged", f"Not judged, because {observed.cut_short}.", evidence)
        silent = [rank for rank, reports in made.items() if not reports]
        if silent or not made:
            who = f"rank {silent[0]} never reported it" if silent else "no worker group was started"
            return Judgement("not_judged", f"Not judged, because {who}: there is no {self.metric} to see.", evidence)
        return Judgement("passed", f"On every rank {self.metric} was {self.value:g} in every report.", evidence)

    def _is_right(self, value: Metric) -> bool:
        return isinstance(value, int | float) and not isinstance(value, bool) and value == self.value

    def _shown(self, reports: list[MetricsReported]) -> str:
        return f"{self.metric} {_written(reports[-1].metrics[self.metric])} at last" if reports else "not reported"


def _written(value: Metric) -> str:
    if isinstance(value, NonFinite):
        return value.nonfinite
    return f"{value:g}" if isinstance(value, float) else repr(value)[:60]

"""Every rank called `train.report` often enough, with what was asked for."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed

from ...protocol import MetricsReported, Sight


class ReportedEveryEpoch(Check):
    """Passes when all ranks made the same number of reports, at least `reports`, each with every name in `metrics`."""

    rules: ClassVar[tuple[str, ...]] = ("RTL102", "RTL104", "RTL105", "RTL108", "RTL110", "RTL111", "RTL112", "RTL403")
    reports: Annotated[int, Field(ge=1)]
    metrics: tuple[str, ...] = Field(default=(), strict=False)

    @property
    def about(self) -> tuple[str, ...]:
        return ("ray.train.report",)

    def judge(self, observed: Observed) -> Judgement:
        if not observed.ranks:
            return self.unseen(observed, "No worker group was started, so no rank reported.", [])
        reports = {facts.rank: observed.reports.get(facts.rank, []) for facts in observed.ranks}
        counts = {rank: len(made) for rank, made in reports.items()}
        evidence = [self._line(rank, made) for rank, made in reports.items()]
        for rank, made in reports.items():
            for report in made:
                if lacking := self._lacking(report):
                    names = ", ".join(report.metrics) or "nothing"
                    return Judgement(
                        "failed",
                        f"Report {report.index + 1} of rank {rank} has no {' and no '.join(lacking)}; it has {names}.",
                        evidence,
                    ).seen_in(self._place(observed, rank, report))
        fewest = min(counts, key=lambda rank: (counts[rank], rank))
        last = reports[fewest][-1] if reports[fewest] else None
        if counts[fewest] < self.reports:
            return self.unseen(
                observed,
                f"Rank {fewest} reported {_times(counts[fewest])}; expected were {self.reports} reports of every rank.",
                evidence,
            ).seen_in(self._place(observed, fewest, last))
        if len(set(counts.values())) > 1:
            unequal = self.unseen(observed, "The ranks made different numbers of reports.", evidence)
            return unequal.seen_in(self._place(observed, fewest, last))
        return Judgement("passed", f"Every rank reported {_times(counts[fewest])}.", evidence)

    def _place(self, observed: Observed, rank: int, report: MetricsReported | None) -> Sight:
        """A report on the curves; the rank's card where it made none."""
        if report is None:
            return Sight(panel="ranks", rank=rank)
        name = next((name for name in self.metrics if name in report.metrics), None)
        seconds = observed.seconds(report)
        return Sight(panel="curves", rank=rank, attempt=report.attempt, index=report.index, seconds=seconds, name=name)

    def _lacking(self, report: MetricsReported) -> list[str]:
        return [name for name in self.metrics if name not in report.metrics]

    def _line(self, rank: int, made: list[MetricsReported]) -> str:
        incomplete = sum(1 for report in made if self._lacking(report))
        count = f"{len(made)} report{'' if len(made) == 1 else 's'}"
        return f"rank {rank}: {count}" + (f", {incomplete} of them incomplete" if incomplete else "")


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"

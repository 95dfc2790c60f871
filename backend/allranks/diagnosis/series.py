"""What the ranks of the last attempt reported, as series of numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from allranks.protocol import Frame, MetricsReported, NonFinite

from .linted import said_before
from .observed import Observed

_LOSS = re.compile(r"(^|[/_ .-])(loss|nll|cross_?entropy|mse|perplexity)($|[/_ .-])", re.IGNORECASE)


def reports_by_rank(observed: Observed) -> dict[int, list[MetricsReported]]:
    """The reports of the last attempt, in order, by rank."""
    found: dict[int, list[MetricsReported]] = {}
    for report in observed.reports:
        if report.attempt == observed.attempt:
            found.setdefault(report.rank, []).append(report)
    return dict(sorted(found.items()))


def numbers(reports: list[MetricsReported], name: str) -> list[float]:
    """The finite numbers reported under a name, in order."""
    return [
        float(value)
        for report in reports
        if isinstance(value := report.metrics.get(name), int | float) and not isinstance(value, bool)
    ]


def losses(reports: list[MetricsReported]) -> list[str]:
    """Names of metrics that are a loss by their names, in the order in which they were reported first."""
    names = dict.fromkeys(name for report in reports for name in report.metrics)
    return [name for name in names if _LOSS.search(name)]


def non_finite(observed: Observed) -> Iterator[tuple[MetricsReported, str, NonFinite]]:
    """Every value of the last attempt that is no finite number, in the order in which they were reported."""
    for report in observed.reports:
        if report.attempt == observed.attempt:
            for name, value in report.metrics.items():
                if isinstance(value, NonFinite):
                    yield report, name, value


def report_line(observed: Observed, rules: tuple[str, ...] = ()) -> Frame | None:
    """Where to look: what the linter found, else the one call of `train.report` that the file has."""
    linted = said_before(observed, rules)
    if linted is not None:
        return observed.program.frame(linted.line)
    return observed.program.only_call("report")

"""What the program keeps is rank 0's alone, and the ranks do not agree."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.linted import page_of, quoted, said_before
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.series import numbers, report_line, reports_by_rank
from allranks.protocol import Diagnosis, MetricsReported

_RULE = "RTL146"
_MEANT = re.compile(
    r"rank|worker|device|node|host|pid|\bid\b|_id$|seed|shard|time|second|duration|_ms$|_s$|per_s|throughput|memory"
    r"|^lr$|learning_rate|rows|batches|samples|steps?$|epoch",
    re.IGNORECASE,
)
_SPREAD = 0.25
"""Of the mean. The loss of one batch differs between ranks by nature; a difference that stays over all reports and is
as large as this is not that noise."""
_FEWEST = 2


class MetricsOfRankZero(Cause):
    """A result, and the score of a checkpoint, are rank 0's report. Where ranks report different numbers the
    others' are lost."""

    id: ClassVar[str] = "metrics_of_rank_zero"
    order: ClassVar[int] = 1020

    def find(self, observed: Observed) -> list[Finding]:
        ranks = reports_by_rank(observed)
        if len(ranks) < 2 or 0 not in ranks or not observed.completed or not _is_kept(observed):
            return []
        for name in ranks[0][-1].metrics:
            if _MEANT.search(name):
                continue
            means = _means(ranks, name)
            if means is None or not _is_apart(means):
                continue
            return [Finding(self._diagnosis(name, means, ranks, observed), frozenset())]
        return []

    def _diagnosis(
        self, name: str, means: dict[int, float], ranks: dict[int, list[MetricsReported]], observed: Observed
    ) -> Diagnosis:
        linted = said_before(observed, (_RULE,))
        last = {rank: numbers(reports, name)[-1] for rank, reports in ranks.items()}
        mean = sum(last.values()) / len(last)
        return Diagnosis(
            cause=self.id,
            title=f"The ranks report different values of {name}, and only rank 0's is kept",
            what_happened=(
                "Every rank calls `train.report`, and Ray Train keeps what rank 0 said: it makes no mean. The result "
                f"of this run has {name}={last[0]:.6g}; the mean over the ranks would be {mean:.6g}."
            ),
            evidence=[
                *(
                    f"rank {rank}: {value:.6g} in its last report, {means[rank]:.6g} on average"
                    for rank, value in list(last.items())[:8]
                ),
                *([quoted(linted)] if linted else []),
            ],
            where=report_line(observed, (_RULE,)),
            ranks=sorted(last),
            mend=(
                "Bring the numbers together before the report: all-reduce the sums and the counts and divide, or use "
                "torchmetrics, which does it."
            ),
            sketch=(
                f"total = torch.tensor([{_name(name)}_sum, count], device=ray.train.torch.get_device())\n"
                "torch.distributed.all_reduce(total)\n"
                f'train.report({{"{name}": (total[0] / total[1]).item()}})\n'
            ),
            page=linted.page if linted else page_of(_RULE),
            advice=True,
        )


def _is_kept(observed: Observed) -> bool:
    """Somebody reads what rank 0 said: a checkpoint has it, or the file looks at the result's metrics."""
    return bool(observed.saved) and (
        ".metrics" in observed.source or "best_checkpoint" in observed.source or "score_attribute" in observed.source
    )


def _means(ranks: dict[int, list[MetricsReported]], name: str) -> dict[int, float] | None:
    found = {rank: numbers(reports, name) for rank, reports in ranks.items()}
    lengths = {len(values) for values in found.values()}
    if len(lengths) != 1 or min(lengths) < _FEWEST:
        return None
    pairs = zip(*found.values(), strict=True)
    if not all(len(set(values)) > 1 for values in pairs):
        return None
    return {rank: sum(values) / len(values) for rank, values in found.items()}


def _is_apart(means: dict[int, float]) -> bool:
    middle = sum(map(abs, means.values())) / len(means)
    return max(means.values()) - min(means.values()) > _SPREAD * middle > 0


def _name(name: str) -> str:
    return name if name.isidentifier() else "value"

"""The ranks' training, report by report, as their observers saw it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from ..protocol import StepsObserved
from .observed import Observed


def steps_by_report(observed: Observed) -> dict[int, dict[int, StepsObserved]]:
    """What each rank's training had come to at each report: by report, counted from 0, then by rank; both in order.

    Only reports at which *every* rank of the last group was observed. A rank says nothing of its training before its
    first step, its first `backward` and its first all-reduce.
    """
    ranks = {facts.rank for facts in observed.ranks}
    by_report: dict[int, dict[int, StepsObserved]] = defaultdict(dict)
    for event in observed.of(StepsObserved):
        by_report[event.index][event.rank] = event
    return {
        index: dict(sorted(by_report[index].items()))
        for index in sorted(by_report)
        if ranks and by_report[index].keys() == ranks
    }


def named(ranks: Iterable[int]) -> str:
    """`rank 1`, or `ranks 0 and 2`."""
    words = [str(rank) for rank in ranks]
    if len(words) == 1:
        return f"rank {words[0]}"
    return f"ranks {', '.join(words[:-1])} and {words[-1]}"

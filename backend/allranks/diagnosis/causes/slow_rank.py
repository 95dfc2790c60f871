"""One rank is slower than the others, which wait for it."""

from __future__ import annotations

from statistics import median
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.spent import WAITING, Spent, shares, time_of_ranks
from allranks.protocol import Diagnosis, Frame

_TIMES = 1.5
_SECONDS = 1.0
_WAITED = 0.2
_OWN = ("loop", "data", "forward", "serialise")
_DOING = {
    "loop": "in its own lines",
    "data": "waiting for data",
    "forward": "in the forward pass",
    "serialise": "in torch.save",
}


class SlowRank(Cause):
    """A step of data parallel training takes as long as the slowest rank. It is the one that works while the others
    wait: named only where both were measured."""

    id: ClassVar[str] = "slow_rank"
    order: ClassVar[int] = 1110

    def find(self, observed: Observed) -> list[Finding]:
        ranks = time_of_ranks(observed)
        if len(ranks) < 2:
            return []
        slow = max(ranks, key=lambda spent: spent.of(*_OWN))
        others = [spent for spent in ranks if spent is not slow]
        usual = median(spent.of(*_OWN) for spent in others)
        behind = slow.of(*_OWN) - usual
        waited = median(spent.of(*WAITING) for spent in others) - slow.of(*WAITING)
        if slow.of(*_OWN) < _TIMES * usual or behind < _SECONDS or waited < _WAITED * slow.total:
            return []
        doing = max(_OWN, key=lambda name: slow.of(name) - median(spent.of(name) for spent in others))
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"Rank {slow.rank} is slower than the others, and they wait for it",
            what_happened=(
                f"Rank {slow.rank} was {behind:.1f} s longer at work than the others over "
                f"{slow.reports} reports, most of "
                f"it {_DOING[doing]}. The others spent {100 * median(_waits(others)):.0f} % of their time in calls "
                "where ranks meet, which is where they wait."
            ),
            evidence=shares(ranks),
            where=_where(observed, slow.rank),
            ranks=[slow.rank],
            mend=(
                "Look for work that only this rank does (evaluation, logging, saving on rank 0), for a larger share of "
                "the data, or for a slower machine. What one rank has to do alone should be short, or rare."
            ),
            sketch=None,
            advice=True,
        )
        return [Finding(diagnosis, frozenset())]


def _waits(ranks: list[Spent]) -> list[float]:
    return [spent.share(*WAITING) for spent in ranks]


def _where(observed: Observed, rank: int) -> Frame | None:
    """The line at which it was seen most often, outside of the calls in which ranks wait."""
    seen: dict[int, int] = {}
    frames: dict[int, Frame] = {}
    for sample in observed.samples:
        if sample.rank == rank and sample.attempt == observed.attempt and sample.where and sample.activity in _OWN:
            seen[sample.where.line] = seen.get(sample.where.line, 0) + 1
            frames[sample.where.line] = sample.where
    return frames[max(seen, key=lambda line: seen[line])] if seen else None

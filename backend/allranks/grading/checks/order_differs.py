"""Every epoch comes in a new order."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed
from allranks.grading.rows import Pass, named, passes_of, way_to

from ...protocol import Sight

SHOWN = 6
"""Rows that a line of evidence shows of each pass."""


class OrderDiffers(Check):
    """Passes when on each rank no two passes over one of `datasets` came in the same order, and there were two or more.

    One that nobody read has no order, and whether it is read at all is another check's question; but one of them must
    have been read.
    """

    rules: ClassVar[tuple[str, ...]] = ("RTL122", "RTL131")
    datasets: tuple[Annotated[str, Field(min_length=1)], ...] = Field(min_length=1, strict=False)

    @property
    def about(self) -> tuple[str, ...]:
        return way_to(*self.datasets)

    def judge(self, observed: Observed) -> Judgement:
        evidence: list[str] = []
        compared = 0
        for dataset in self.datasets:
            passes = passes_of(observed, dataset)
            if not any(each.rows for read in passes.values() for each in read):
                evidence.append(f"{dataset}: nobody read rows of it")
                continue
            compared += 1
            evidence += [f"{dataset}, rank {rank}: {_beginnings(read)}" for rank, read in passes.items()]
            for rank, read in passes.items():
                if alike := _alike(read):
                    first, second = alike
                    return Judgement(
                        "failed",
                        f"Rank {rank} read {named(dataset)} in the same order in epoch {first} and in epoch {second}.",
                        evidence,
                    ).seen_in(Sight(panel="shard_map", name=dataset, rank=rank, index=second))
            if lazy := [rank for rank, read in passes.items() if len(read) < 2]:
                count = len(passes[lazy[0]])
                sentence = (
                    f"Rank {lazy[0]} read {named(dataset)} {'once' if count else 'never'}; two epochs make an order."
                )
                return self.unseen(observed, sentence, evidence)
        if not compared:
            which = " or ".join(named(dataset) for dataset in self.datasets)
            return self.unseen(observed, f"No rank read rows of {which}.", evidence)
        return Judgement("passed", "On every rank each epoch came in a new order.", evidence)


def _alike(read: list[Pass]) -> tuple[int, int] | None:
    """Two epochs in the same order. A pass of one row or none has no order."""
    seen: dict[tuple[int, ...], int] = {}
    for epoch, each in enumerate(read):
        order = tuple(each.rows)
        if len(order) > 1 and order in seen:
            return seen[order], epoch
        seen[order] = epoch
    return None


def _beginnings(read: list[Pass]) -> str:
    begun = [", ".join(map(str, each.rows[:SHOWN])) + ("…" if len(each.rows) > SHOWN else "") for each in read[:3]]
    return f"begins with {' | '.join(begun)}" if begun else "read nothing"

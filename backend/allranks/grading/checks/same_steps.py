"""All ranks take the same number of batches in each epoch."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed
from allranks.grading.rows import Pass, named, not_recorded, passes_of, way_to

from ...protocol import Sight


class SameSteps(Check):
    """Passes when for each of `datasets`, in each epoch, every rank took as many batches as the others.

    One that nobody read has nothing to compare, and whether it is read at all is another check's question; but one of
    them must have been read.
    """

    rules: ClassVar[tuple[str, ...]] = ("RTL105", "RTL113", "RTL124")
    datasets: tuple[Annotated[str, Field(min_length=1)], ...] = Field(min_length=1, strict=False)

    @property
    def about(self) -> tuple[str, ...]:
        return way_to(*self.datasets)

    def judge(self, observed: Observed) -> Judgement:
        evidence: list[str] = []
        compared = 0
        for dataset in self.datasets:
            passes = passes_of(observed, dataset)
            if not any(each.batches for read in passes.values() for each in read):
                evidence.append(f"{dataset}: nobody read it")
                continue
            compared += 1
            evidence += [f"{dataset}, rank {rank}: {_batches(read)}" for rank, read in passes.items()]
            if unequal := _unequal(dataset, passes):
                sentence, epoch, rank = unequal
                place = Sight(panel="shard_map", name=dataset, index=epoch, rank=rank)
                failed = self.unseen(observed, sentence, evidence).seen_in(place)
                return not_recorded(observed, evidence) or failed
        if not compared:
            which = " or ".join(named(dataset) for dataset in self.datasets)
            return self.unseen(observed, f"No rank took a batch of {which}.", evidence)
        return Judgement("passed", "In each epoch every rank took the same number of batches.", evidence)


def _unequal(dataset: str, passes: dict[int, list[Pass]]) -> tuple[str, int, int] | None:
    """A sentence, the epoch, and the rank that took fewest."""
    epochs = max(len(read) for read in passes.values())
    for epoch in range(epochs):
        counts = {rank: read[epoch].batches if epoch < len(read) else 0 for rank, read in passes.items()}
        if len(set(counts.values())) > 1:
            most, fewest = max(counts, key=lambda rank: counts[rank]), min(counts, key=lambda rank: counts[rank])
            took = f"{counts[most]} batch{'' if counts[most] == 1 else 'es'}"
            sentence = (
                f"In epoch {epoch} rank {most} took {took} of {named(dataset)} and rank {fewest} took {counts[fewest]}."
            )
            return sentence, epoch, fewest
    return None


def _batches(read: list[Pass]) -> str:
    counts = [each.batches for each in read]
    if len(set(counts)) == 1 < len(counts):
        return f"{counts[0]} batches in each of {len(counts)} epochs"
    return f"{', '.join(map(str, counts))} batches" if counts else "read nothing"

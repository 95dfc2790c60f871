"""A dataset that is not divided: every rank reads all of it."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, ClassVar

from pydantic import Field

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed
from allranks.grading.rows import Pass, line, named, not_recorded, passes_of, rows, unread, way_to

from ...protocol import Sight


class WholeOnEachRank(Check):
    """Passes when every rank read the dataset, and each time all ids from 0 to `rows` - 1, each once."""

    rules: ClassVar[tuple[str, ...]] = ("RTL102", "RTL209", "RTL127")
    dataset: Annotated[str, Field(min_length=1)]
    rows: Annotated[int, Field(ge=1)]

    @property
    def about(self) -> tuple[str, ...]:
        return ("ray.train.DataConfig", *way_to(self.dataset))

    def judge(self, observed: Observed) -> Judgement:
        passes = passes_of(observed, self.dataset)
        evidence = [line(rank, read) for rank, read in passes.items()]
        if sentence := unread(self.dataset, passes):
            return not_recorded(observed, evidence) or self.unseen(observed, sentence, evidence)
        for rank, read in passes.items():
            for number, each in enumerate(read):
                if sentence := self._wrong(rank, number, each):
                    if dropped := not_recorded(observed, evidence):
                        return dropped
                    # A pass that was read to its end will not grow.
                    ended = Judgement("failed", sentence, evidence) if each.ended else None
                    place = Sight(panel="shard_map", name=self.dataset, rank=rank, index=number)
                    return (ended or self.unseen(observed, sentence, evidence)).seen_in(place)
        return Judgement("passed", f"Every rank read {named(self.dataset)} whole.", evidence)

    def _wrong(self, rank: int, number: int, each: Pass) -> str | None:
        counts = Counter(each.rows)
        where = f"Rank {rank}, in its pass {number + 1} over {named(self.dataset)},"
        strange = sorted(row for row in counts if not 0 <= row < self.rows)
        if strange:
            return f"{where} read {rows(strange)}; it has the rows 0 to {self.rows - 1}."
        again = sorted(row for row, count in counts.items() if count > 1)
        if again:
            return f"{where} read {rows(again)} more than once."
        missing = [row for row in range(self.rows) if row not in counts]
        if missing:
            return f"{where} read {len(counts)} of its {self.rows} rows and not {rows(missing)}."
        return None

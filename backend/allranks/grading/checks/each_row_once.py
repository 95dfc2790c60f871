"""The ranks divide a dataset among them: together all of it, and no row twice."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, ClassVar

from pydantic import Field

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed
from allranks.grading.rows import Pass, line, named, not_recorded, passes_of, ranks, rows, unread, way_to

from ...protocol import Sight


class EachRowOnce(Check):
    """Passes when in each epoch every id from 0 to `rows` - 1 was read exactly once, by one rank.

    `dataset` is the name given to `get_dataset_shard`, or `DataLoader 1` for the first loader that was prepared.
    """

    rules: ClassVar[tuple[str, ...]] = ("RTL120", "RTL121", "RTL123", "RTL127", "RTL113", "RTL131", "RTL225", "RTL130")
    dataset: Annotated[str, Field(min_length=1)]
    rows: Annotated[int, Field(ge=1)]

    @property
    def about(self) -> tuple[str, ...]:
        return way_to(self.dataset)

    def judge(self, observed: Observed) -> Judgement:
        passes = passes_of(observed, self.dataset)
        evidence = [line(rank, read) for rank, read in passes.items()]
        if twice := self._twice(passes):
            return Judgement("failed", twice[0], evidence).seen_in(twice[1])
        if sentence := unread(self.dataset, passes):
            return not_recorded(observed, evidence) or self.unseen(observed, sentence, evidence)
        if missing := self._missing(passes):
            lacking = self.unseen(observed, missing[0], evidence).seen_in(missing[1])
            return not_recorded(observed, evidence) or lacking
        return Judgement(
            "passed", f"In each epoch every row of {named(self.dataset)} was read once, by one rank.", evidence
        )

    def _twice(self, passes: dict[int, list[Pass]]) -> tuple[str, Sight] | None:
        """What was read twice, or does not belong to the dataset: it stays so, whatever else comes."""
        for epoch, parts in enumerate(_by_epoch(passes)):
            counts = Counter(row for part in parts.values() for row in part.rows)
            strange = sorted(row for row in counts if not 0 <= row < self.rows)
            if strange:
                return f"In epoch {epoch} {rows(strange)} came, but {self._has()}.", self._place(epoch, strange[0])
            again = sorted(row for row, count in counts.items() if count > 1)
            if again:
                readers = sorted(rank for rank, part in parts.items() if again[0] in part.rows)
                who = ranks(readers) + ("" if len(readers) > 1 else ", more than once")
                sentence = (
                    f"In epoch {epoch} {len(again)} of the {self.rows} rows of {named(self.dataset)} were read more "
                    f"than once: row {again[0]} by {who}."
                )
                return sentence, self._place(epoch, again[0])
        return None

    def _missing(self, passes: dict[int, list[Pass]]) -> tuple[str, Sight] | None:
        for epoch, parts in enumerate(_by_epoch(passes)):
            seen = {row for part in parts.values() for row in part.rows}
            missing = [row for row in range(self.rows) if row not in seen]
            if missing:
                sentence = f"In epoch {epoch} no rank read {rows(missing)} of {named(self.dataset)}; {self._has()}."
                return sentence, self._place(epoch, missing[0])
        return None

    def _place(self, epoch: int, row: int) -> Sight:
        return Sight(panel="shard_map", name=self.dataset, index=epoch, row=row)

    def _has(self) -> str:
        return f"it has the rows 0 to {self.rows - 1}"


def _by_epoch(passes: dict[int, list[Pass]]) -> list[dict[int, Pass]]:
    """For each epoch that any rank began, the passes of the ranks that did."""
    epochs = max((len(read) for read in passes.values()), default=0)
    return [{rank: read[epoch] for rank, read in passes.items() if epoch < len(read)} for epoch in range(epochs)]

"""Every rank read the same rows."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.linted import page_of, quoted, said_before
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import name_ranks
from allranks.protocol import Diagnosis, Frame

_RULES = ("RTL120", "RTL123", "RTL126", "RTL127", "RTL131")
_FEWEST = 2
_OF_EVALUATION = ("val", "test", "eval", "dev", "holdout")


class SameRows(Cause):
    """N ranks that read the same rows do the work of one N times. A dataset for evaluation is often meant to be read
    so, and is left alone."""

    id: ClassVar[str] = "same_rows"
    order: ClassVar[int] = 1060

    def find(self, observed: Observed) -> list[Finding]:
        read: dict[str, dict[int, list[int]]] = {}
        for piece in observed.rows:
            if piece.attempt == observed.attempt and piece.epoch == 0 and piece.rows:
                read.setdefault(piece.dataset, {}).setdefault(piece.rank, []).extend(piece.rows)
        for dataset, ranks in read.items() if observed.complete else ():
            if any(word in dataset.lower() for word in _OF_EVALUATION) or len(ranks) < max(2, observed.world_size):
                continue
            first = set(next(iter(ranks.values())))
            if len(first) < _FEWEST * len(ranks) or not all(set(rows) == first for rows in ranks.values()):
                continue
            return [Finding(self._diagnosis(dataset, ranks, observed), frozenset())]
        return []

    def _diagnosis(self, dataset: str, ranks: dict[int, list[int]], observed: Observed) -> Diagnosis:
        linted = said_before(observed, _RULES)
        return Diagnosis(
            cause=self.id,
            title=f"Every rank read the same rows of {dataset}",
            what_happened=(
                f"{name_ranks(ranks).capitalize()} read the same {len(set(next(iter(ranks.values()))))} rows in their "
                "first pass. Averaging the gradients of equal data gives what one rank alone would have found."
            ),
            evidence=[
                *(
                    f"rank {rank}: {len(rows)} rows, the first {', '.join(map(str, rows[:6]))}"
                    for rank, rows in list(ranks.items())[:8]
                ),
                *([quoted(linted)] if linted else []),
            ],
            where=_where(observed),
            ranks=sorted(ranks),
            mend=(
                "Give each rank a part: `prepare_data_loader` divides a DataLoader, `get_dataset_shard` a Ray dataset "
                "that is split (`DataConfig(datasets_to_split=...)` names those that are)."
            ),
            sketch="loader = ray.train.torch.prepare_data_loader(loader)\n",
            page=linted.page if linted else page_of("RTL120"),
            advice=True,
        )


def _where(observed: Observed) -> Frame | None:
    linted = said_before(observed, _RULES)
    if linted is not None:
        return observed.program.frame(linted.line)
    return observed.program.only_call("get_dataset_shard") or observed.program.only_call("DataLoader")

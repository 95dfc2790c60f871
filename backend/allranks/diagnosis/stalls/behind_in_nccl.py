"""On GPUs: NCCL itself says that some ranks have begun fewer collectives than others, and nothing moves."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.communicators import behind, counts, furthest
from allranks.diagnosis.doing import named, verb
from allranks.diagnosis.ranks import capitalised
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import RankSeen, Standing
from allranks.protocol import CommunicatorMismatched


class BehindInNccl(Stall):
    """Asked after those who know of the ranks' own calls. A rank that waits for its GPU looks as if it computed, so
    without NCCL's word nothing could be told."""

    id: ClassVar[str] = "behind_in_nccl"
    order: ClassVar[int] = 155

    def explain(self, standing: Standing) -> Explanation | None:
        for told in sorted(standing.communicators, key=lambda told: -told.seconds):
            found = self._explain(standing, told)
            if found is not None:
                return found
        return None

    def _explain(self, standing: Standing, told: CommunicatorMismatched) -> Explanation | None:
        seen = {one.rank: one for one in standing.ranks}
        fewer = {operation: behind(told, operation) for operation in furthest(told)}
        late = sorted({*told.silent, *(rank for ranks in fewer.values() for rank in ranks)} & seen.keys())
        members = [seen[rank] for rank in {*(one.rank for one in told.ranks), *told.silent} & seen.keys()]
        if not late or any(one.idle < standing.pause for one in members if not one.over):
            return None
        waiting = [one for one in members if one.rank not in late and not one.over]
        crossed = not waiting and len(fewer) > 1 and not told.silent
        if not waiting and not crossed:
            return None
        missing = [seen[rank] for rank in late]
        over = all(one.over for one in missing)
        first = next(iter(waiting), missing[0])
        if crossed:
            title = f"{capitalised(named(missing))} have begun different NCCL collectives: neither will end"
        else:
            title = (
                f"{capitalised(named(waiting))} {verb(waiting, 'waits', 'wait')} in NCCL for {named(missing)}, which "
                f"{_lacks(missing, told, fewer)}"
            )
        return self.said(
            standing,
            hang=crossed or over,
            ranks=[*waiting, *missing],
            at=first,
            title=title,
            what_happened=_happened(told, fewer, missing, over=over, crossed=crossed),
            mend=(
                "Let every rank make the same collective calls equally often and in the same order, the backward of a "
                "wrapped model included: none inside a test of the rank, of the loss, or of how much data there is."
            ),
            page="rules/RTL104.html",
        )


def _lacks(missing: list[RankSeen], told: CommunicatorMismatched, fewer: dict[str, list[int]]) -> str:
    if all(one.over for one in missing):
        return f"{verb(missing, 'has', 'have')} left the loop"
    if {one.rank for one in missing} <= set(told.silent):
        return f"{verb(missing, 'does', 'do')} not answer"
    return f"{verb(missing, 'has', 'have')} begun fewer {' and '.join(fewer)} calls"


def _happened(
    told: CommunicatorMismatched, fewer: dict[str, list[int]], missing: list[RankSeen], *, over: bool, crossed: bool
) -> str:
    begun = f"NCCL has begun {'; '.join(counts(told, operation) for operation in fewer)}. " if fewer else ""
    silent = "NCCL's monitoring gets no answer from a process that belongs to it. " if told.silent else ""
    if crossed:
        return f"{begun}Each of them waits for the other to make the same call, as far as can be told."
    if over:
        return (
            f"{begun}{silent}{capitalised(named(missing))} {verb(missing, 'is', 'are')} past the end of the loop and "
            f"{verb(missing, 'does', 'do')} not make the call."
        )
    return (
        f"{begun}{silent}A collective ends when all of its ranks have come. On a GPU the call itself returns at once, "
        "so the line of a rank that waits is where it needs the result. Whether the others will still come cannot be "
        "told."
    )

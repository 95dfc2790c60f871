"""A rank looks again and again whether something has come true, and nothing in the run will make it so."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import named, verb
from allranks.diagnosis.polled import Polled, polled
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import RankSeen, Standing, together


class Polling(Stall):
    """A file, a flag or a counter that another rank should set. No collective is in it, so only the loop tells."""

    id: ClassVar[str] = "polling"
    order: ClassVar[int] = 145

    def explain(self, standing: Standing) -> Explanation | None:
        found = {seen.rank: loop for seen in standing.going if (loop := _loop(seen, standing)) is not None}
        waiting = together([seen for seen in standing.going if seen.rank in found], standing.patience, standing.stuck)
        others = [seen for seen in standing.going if seen not in waiting]
        if not waiting or any(seen not in standing.stuck for seen in others):
            return None
        first = waiting[0]
        loop = found[first.rank]
        if any(found[seen.rank].line != loop.line for seen in waiting):
            return None
        certain = not loop.bounded and not loop.elsewhere
        goes = f"until `{loop.condition}` is true" if loop.until else f"as long as `{loop.condition}` is true"
        return self.said(
            standing,
            hang=certain,
            ranks=[*waiting, *others],
            at=first,
            where=standing.program.frame(loop.line),
            title=f"{named(waiting).capitalize()} {verb(waiting, 'waits', 'wait')} in a loop {goes}",
            what_happened=(
                f"The loop of line {loop.line} only looks, and goes round again. {_nobody(standing, others)}"
                + (
                    " So nothing in this run will change what it looks at, as far as can be told."
                    if certain
                    else " It may still end: by its own limit."
                    if loop.bounded
                    else " It may still end, if another process or a thread changes what it looks at."
                )
            ),
            mend=(
                "Let ranks meet in a collective, to which all of them come: first what is waited for, on the rank that "
                "makes it, then a barrier on every rank. A wait for something outside needs an end that says what "
                "did not come."
            ),
            sketch=("if rank == 0:\n    prepare()\ntorch.distributed.barrier()  # on every rank\n"),
        )


def _loop(seen: RankSeen, standing: Standing) -> Polled | None:
    where = seen.sample.where if seen.sample is not None else None
    stands = seen.activity == "loop" and seen.fresh and not (seen.waits or seen.paused or seen.slowed)
    if where is None or not stands or where.file != standing.program.file_name:
        return None
    loop = polled(standing.program.tree, where.line)
    return None if loop is not None and loop.sleeps and not seen.does_nothing else loop


def _nobody(standing: Standing, others: list[RankSeen]) -> str:
    over = standing.over
    told = [f"{named(others)} {verb(others, 'waits', 'wait')} for other ranks"] if others else []
    told += [f"{named(over)} {verb(over, 'is', 'are')} done"] if over else []
    return f"{' and '.join(told).capitalize()}." if told else "Every rank does the same."

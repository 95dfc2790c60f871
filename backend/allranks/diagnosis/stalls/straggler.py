"""A rank is at work, and the others wait for it: slow, not stuck."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import many, named, place, verb
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import ITS_OWN, RankSeen, Standing


class Straggler(Stall):
    """Says who, how far behind, and what share of its time the others wait."""

    id: ClassVar[str] = "straggler"
    order: ClassVar[int] = 150

    def explain(self, standing: Standing) -> Explanation | None:
        waiting = [seen for seen in standing.stuck if seen.idle >= standing.slow and seen.activity != "process_group"]
        late = [
            seen
            for seen in standing.going
            if not seen.waits
            and seen.fresh
            and seen.activity in ("data", *ITS_OWN)
            and any(other.waits_for(seen) is not False for other in waiting)
        ]
        slowed = [seen for seen in standing.going if seen.slowed]
        if not waiting or not (late or slowed):
            return None
        late = slowed or late
        waiting = [seen for seen in waiting if seen not in late]
        if not waiting:
            return None
        first = late[0]
        return self.said(
            standing,
            hang=False,
            ranks=[*late, *waiting],
            at=first,
            title=(
                f"{named(late).capitalize()} {verb(late, 'is', 'are')} late: {named(waiting)} "
                f"{verb(waiting, 'waits', 'wait')} in {place(waiting[0])}"
            ),
            what_happened=(
                f"{named(waiting).capitalize()} cannot go on before {named(late)} comes. {_doing(first, bool(slowed))} "
                f"{_behind(first, waiting[0])} This is slow, and not a hang as far as can be told."
            ),
            mend=(
                "The fault that was put in slows this rank; take it away."
                if slowed
                else "Look at what only this rank does at that line, or has more of than the others: evaluation, "
                "saving, logging, larger batches. Share it out, or do it less often."
            ),
            evidence=_share(waiting),
        )


def _doing(seen: RankSeen, slowed: bool) -> str:
    if slowed:
        return f"A fault adds {seen.slowed:g} s to each of its reports."
    sample = seen.sample
    where = f" at line {sample.where.line}" if sample and sample.where else ""
    if seen.does_nothing:
        text = sample.where.text if sample and sample.where else ""
        return f"It sleeps{where}." if "sleep(" in text else f"It stands{where} and uses no CPU."
    if sample is not None and sample.activity == "data":
        return f"It waits for a batch{where}."
    return f"It is at work{where}."


def _behind(seen: RankSeen, other: RankSeen) -> str:
    """How far it is behind the rank that has come furthest among those that wait."""
    for index, name in ((1, "step"), (0, "batch")):
        behind = other.counts[index] - seen.counts[index]
        if behind > 0:
            return f"It is {many(behind, name)} behind."
    return "It has made as many steps as the others, so it is something that they do not do, or do faster."


def _share(waiting: list[RankSeen]) -> list[str]:
    told = []
    for seen in waiting[:4]:
        if seen.spent is None or not sum(seen.spent.seconds.values()):
            continue
        waits = sum(seen.spent.seconds.get(name, 0.0) for name in ("collective", "report"))
        share = waits / sum(seen.spent.seconds.values())
        told.append(
            f"rank {seen.rank}: {100 * share:.0f} % of its time up to its last report went to waiting for others"
        )
    return told

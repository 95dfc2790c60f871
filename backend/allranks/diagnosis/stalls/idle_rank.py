"""Nobody computes and nobody waits for another rank: the ranks stand in their own lines."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import named, verb
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import ITS_OWN, Standing, together


class IdleRank(Stall):
    """A sleep, or a wait for something outside. What for cannot be told, so it is said as what it looks like."""

    id: ClassVar[str] = "idle_rank"
    order: ClassVar[int] = 160

    def explain(self, standing: Standing) -> Explanation | None:
        does_nothing = [seen for seen in standing.going if seen.does_nothing and seen.activity in ITS_OWN]
        idle = together(does_nothing, standing.patience)
        if not idle or any(seen.at_work for seen in standing.going):
            return None
        sample = idle[0].sample
        where = sample.where if sample else None
        asleep = where is not None and "sleep(" in where.text
        does = verb(idle, "sleeps", "sleep") if asleep else f"{verb(idle, 'does', 'do')} nothing"
        return self.said(
            standing,
            hang=False,
            ranks=idle,
            at=idle[0],
            title=f"{named(idle).capitalize()} {does}" + (f" at line {where.line}" if where else ""),
            what_happened=(
                "No CPU is used, no batch is taken, and no call waits for another rank. "
                + (
                    "The program sleeps by itself and will go on by itself."
                    if asleep
                    else "It waits for something outside of the ranks: a file, a process, an actor, an answer. Whether "
                    "that will come cannot be told."
                )
            ),
            mend="Look at what the line waits for, and give the wait a timeout.",
        )

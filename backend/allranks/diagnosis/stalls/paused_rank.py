"""A fault of the playground holds a rank, and the others wait for it."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import named, verb
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import Standing


class PausedRank(Stall):
    """What was done on purpose needs no other reason."""

    id: ClassVar[str] = "paused_rank"
    order: ClassVar[int] = 10

    def explain(self, standing: Standing) -> Explanation | None:
        paused = [seen for seen in standing.ranks if seen.paused and not seen.over]
        if not paused:
            return None
        who = named(paused)
        return self.said(
            standing,
            hang=False,
            ranks=[*paused, *standing.stuck],
            at=next(iter(standing.stuck), None),
            title=f"{who.capitalize()} {verb(paused, 'is', 'are')} paused, and the others wait",
            what_happened=(
                "A fault that was put in stopped this process (SIGSTOP). To the other ranks it looks like a machine "
                "that froze: the connection is there, and nothing comes."
            ),
            mend="Resume the rank, or wait for the fault's time to be over.",
        )

"""Ranks compute for long without a sign of progress."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import named, verb
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import ITS_OWN, RankSeen, Standing, together

LONG = 12
"""Times the pause: a minute by default. A compilation or one large step takes long, and is nothing to speak of."""


class LongComputation(Stall):
    """Only said late, and only as what it is: a rank that uses its CPU may be doing what it should."""

    id: ClassVar[str] = "long_computation"
    order: ClassVar[int] = 180

    def explain(self, standing: Standing) -> Explanation | None:
        long = max(LONG * standing.pause, 3 * standing.patience)
        computing = [seen for seen in standing.going if _computes(seen)]
        if not any(seen.at_work and seen.idle >= long for seen in computing):
            return None
        busy = together(computing, long)
        done = standing.over
        return self.said(
            standing,
            hang=False,
            ranks=busy,
            at=busy[0],
            title=f"{named(busy).capitalize()} {verb(busy, 'computes', 'compute')} for long without a step or a report",
            what_happened=(
                "The CPU is at work and no batch, step, collective or report has come of it. It may be one long "
                "computation, or a loop that does not end; that cannot be told from outside."
                + (f" {named(done).capitalize()} {verb(done, 'is', 'are')} done already." if done else "")
            ),
            mend="If it should have been done by now, look at the line, and print how far the loop has come.",
        )


def _computes(seen: RankSeen) -> bool:
    """It is at work or may be: beside one that certainly is, a rank with a third of a core does the same."""
    return seen.activity in ITS_OWN and seen.fresh and not seen.waits and not seen.paused and not seen.does_nothing

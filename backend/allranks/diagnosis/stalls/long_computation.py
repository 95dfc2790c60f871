"""Ranks compute for long without a sign of progress."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import named, verb
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import ITS_OWN, Standing

LONG = 12
"""Times the pause: a minute by default. A compilation or one large step takes long, and is nothing to speak of."""


class LongComputation(Stall):
    """Only said late, and only as what it is: a rank that uses its CPU may be doing what it should."""

    id: ClassVar[str] = "long_computation"
    order: ClassVar[int] = 180

    def explain(self, standing: Standing) -> Explanation | None:
        busy = [
            seen
            for seen in standing.going
            if seen.at_work
            and seen.activity in ITS_OWN
            and seen.idle >= max(LONG * standing.pause, 3 * standing.patience)
        ]
        if not busy:
            return None
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

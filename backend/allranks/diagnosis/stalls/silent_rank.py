"""A rank's process says nothing any more, though it has not died."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import named, verb
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import Standing


class SilentRank(Stall):
    """The thread that speaks for a rank needs the interpreter, and native code that does not let go of it keeps it."""

    id: ClassVar[str] = "silent_rank"
    order: ClassVar[int] = 140

    def explain(self, standing: Standing) -> Explanation | None:
        silent = [
            seen
            for seen in standing.going
            if seen.sample is not None
            and not seen.paused
            and seen.silent >= standing.pause
            and seen.idle >= standing.pause
        ]
        # Where nobody says anything it is more likely the machine than each of them.
        patience = standing.pause if len(silent) < len(standing.going) or standing.over else 6 * standing.pause
        if not silent or max(seen.silent for seen in silent) < patience:
            return None
        others = [seen for seen in standing.stuck if seen not in silent]
        return self.said(
            standing,
            hang=False,
            ranks=[*silent, *others],
            at=silent[0],
            title=f"{named(silent).capitalize()} {verb(silent, 'lets', 'let')} no Python run",
            what_happened=(
                "Its process lives, and not even the thread that says where it is gets its turn: something holds the "
                "interpreter lock, as a long call of native code does (a regular expression, a large sort, a C "
                "extension). The line is where it was seen last. Whether it will end cannot be told from outside."
                + (f" {named(others).capitalize()} {verb(others, 'waits', 'wait')} for it." if others else "")
            ),
            mend="Look at the calls after that line that work on much data at once, and give them less.",
        )

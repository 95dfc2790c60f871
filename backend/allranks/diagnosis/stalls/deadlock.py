"""A rank waits in the learner's own code for something that is in the same process, and nothing there moves."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.doing import named, verb
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import RankSeen, Standing, together

_LOCK = re.compile(r"\.acquire\(|\bwith\s+[\w.\[\]\"']*(lock|mutex|sem|cond)[\w.\[\]\"']*\s*:", re.IGNORECASE)
_WAIT = re.compile(r"\.(join|wait|get|put|result)\(|\bwait\(")
_THREADS = ("threading.py", "queue.py", "concurrent/futures")
_OUTSIDE = ("ray/", "subprocess.py", "selectors.py", "socket.py", "multiprocessing/connection.py")


class Deadlock(Stall):
    """The same line, no CPU, and a lock, a queue or a thread that it waits for."""

    id: ClassVar[str] = "deadlock"
    order: ClassVar[int] = 130

    def explain(self, standing: Standing) -> Explanation | None:
        waiting_inside = [seen for seen in standing.going if seen.does_nothing and _waits_inside(seen, standing.pause)]
        locked = together(waiting_inside, standing.patience, standing.stuck)
        if not locked:
            return None
        others = [seen for seen in standing.stuck if seen not in locked]
        sample = locked[0].sample
        what = sample.where.text if sample and sample.where else "its own code"
        return self.said(
            standing,
            hang=True,
            ranks=[*locked, *others],
            at=locked[0],
            title=(
                f"{named(locked).capitalize()} {verb(locked, 'waits', 'wait')} at `{what[:80]}`, "
                "in the program's own code"
            ),
            what_happened=(
                f"{named(locked).capitalize()} {verb(locked, 'stands', 'stand')} at the same line, without using the "
                "CPU, in no call that needs other ranks: what is waited for is a lock, a queue or a thread of the same "
                "process. As far as can be told nobody there will let go."
                + (f" {named(others).capitalize()} {verb(others, 'waits', 'wait')} for it in turn." if others else "")
            ),
            mend=(
                "Look for who holds it: a lock taken twice by one thread, two locks taken in different order, a queue "
                "that nobody fills, a thread that never ends. Give the wait a timeout to see it fail."
            ),
            sketch="if not lock.acquire(timeout=10):\n    raise RuntimeError('the lock is held')\n",
        )


def _waits_inside(seen: RankSeen, pause: float) -> bool:
    sample = seen.sample
    if sample is None or sample.where is None or not sample.stack or seen.now - seen.line_since < pause / 2:
        return False
    innermost = sample.stack[0]
    beyond = [frame for frame in sample.stack[: _depth(seen)] if not frame.own]
    if any(part in frame.file for frame in beyond for part in _OUTSIDE):
        return False
    if _LOCK.search(innermost.text):
        return True
    inside = any(part in frame.file for frame in beyond for part in _THREADS)
    return inside and _WAIT.search(sample.where.text) is not None


def _depth(seen: RankSeen) -> int:
    stack = seen.sample.stack if seen.sample else []
    return next((index for index, frame in enumerate(stack) if frame.own), len(stack))

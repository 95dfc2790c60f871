"""A rank caught an exception of its forward or backward pass and went on, and the others wait for it."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import named, place, verb
from allranks.diagnosis.ranks import named_error
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import RankSeen, Standing

AGAIN_SECONDS = 2.0
"""A rank that is at work is late for this reason only if it raised so short a time ago."""
SKETCH = """try:
    ...
except RuntimeError as error:
    print(error)
    raise  # all ranks end, and start again if max_failures allows it
"""


class ErrorSkipped(Stall):
    """A pass that raises skips the all-reduce that the other ranks are in. What the program catches reaches nobody."""

    id: ClassVar[str] = "error_skipped"
    order: ClassVar[int] = 45

    def explain(self, standing: Standing) -> Explanation | None:
        waiting = [seen for seen in standing.stuck if seen.activity != "process_group"]
        skipped = [seen for seen in standing.ranks if _went_on(seen) and _keeps_waiting(seen, waiting)]
        waiting = [seen for seen in waiting if seen not in skipped]
        if not waiting or not skipped:
            return None
        first = skipped[0]
        raised = first.sample.raised if first.sample else None
        if raised is None:
            return None
        hang = all(seen.over or seen in standing.stuck for seen in skipped)
        again = raised.count > 1
        who = named(skipped).capitalize()
        return self.said(
            standing,
            hang=hang,
            ranks=[*skipped, *waiting],
            at=first,
            where=raised.where,
            title=(
                f"{who} {verb(skipped, 'goes', 'go')} on after {raised.error_type} in {raised.activity}, and "
                f"{named(waiting)} {verb(waiting, 'waits', 'wait')} in {place(waiting[0])}"
            ),
            what_happened=(
                f"{named_error(raised.error_type, raised.message)} ended {'its first' if again else 'a'} "
                f"{raised.activity} pass on rank {first.rank}; the program caught it and went on. An exception on one "
                "rank skips the all-reduce in which the others wait, so they are not at the same step any more. "
                + (
                    "Nobody comes to that call now, as far as can be told."
                    if hang
                    else "It raises again and again, and nothing comes of it, as far as can be told."
                )
            ),
            mend=(
                "Let the exception end the loop: Ray Train ends all ranks together, and `FailureConfig` starts them "
                "again from the last checkpoint. To leave out a batch instead, let all ranks agree on it by an "
                "`all_reduce` of a flag, and leave it out on all of them."
            ),
            sketch=SKETCH,
            page="rules/RTL114.html",
        )


def _went_on(seen: RankSeen) -> bool:
    if seen.sample is None or seen.sample.raised is None or seen.failure is not None or seen.killed or seen.paused:
        return False
    if seen.activity == "raised":
        return False
    return seen.over or seen.waits or seen.sample.raised.seconds_ago <= AGAIN_SECONDS


def _keeps_waiting(seen: RankSeen, waiting: list[RankSeen]) -> bool:
    """It raised more often than one that waits for it, and is not behind for want of batches. A report that it did not
    make has another reason, unless it never comes so far."""
    stands = seen.over or seen.waits
    return any(
        other.waits_for(seen) is not False
        and _count(other) < _count(seen)
        and other.counts[0] <= seen.counts[0]
        and not (stands and other.in_report)
        for other in waiting
    )


def _count(seen: RankSeen) -> int:
    return seen.sample.raised.count if seen.sample is not None and seen.sample.raised is not None else 0

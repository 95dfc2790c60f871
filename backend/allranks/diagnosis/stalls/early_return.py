"""A rank waits in a collective for one that has left its loop."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.agreeing import AGREE, AGREE_SKETCH
from allranks.diagnosis.doing import call, named, place, verb
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import Standing


class EarlyReturn(Stall):
    """Ray keeps the process of a rank whose loop is over, so nothing tells the others that it will not come."""

    id: ClassVar[str] = "early_return"
    order: ClassVar[int] = 70

    def explain(self, standing: Standing) -> Explanation | None:
        for seen in standing.stuck:
            if seen.in_report and seen.activity == "report":
                continue
            left = [other for other in standing.over if seen.waits_for(other)]
            pair = [other for other in standing.ranks if other is not seen]
            if not left and pair and all(other.over for other in pair):
                left = pair  # whichever of them it was to come from
            if not left:
                continue
            steps = {other.counts[1] for other in left}
            fewer = f" after {max(steps)} steps" if len(steps) == 1 and max(steps) < seen.counts[1] else ""
            waiting = [other for other in standing.stuck if other.activity != "report"]
            return self.said(
                standing,
                hang=True,
                ranks=[*waiting, *left],
                at=seen,
                title=(
                    f"{named(waiting).capitalize()} {verb(waiting, 'waits', 'wait')} in {place(seen)} for "
                    f"{named(left)}, which {verb(left, 'has', 'have')} left the loop{fewer}"
                ),
                what_happened=(
                    f"Rank {seen.rank} is in {call(seen)}, which all of its ranks have to make. "
                    f"{named(left).capitalize()} {verb(left, 'is', 'are')} past the end of the loop and "
                    f"{verb(left, 'does', 'do')} not make it: by a `return` or `break`, by fewer rounds of a loop, or "
                    "because the call is made on some ranks only."
                ),
                mend=AGREE,
                sketch=AGREE_SKETCH,
                page="rules/RTL104.html",
            )
        return None

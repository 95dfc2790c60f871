"""All ranks are in the same call, and it does not end."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import call, place
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import Standing


class SameCall(Stall):
    """Nobody is missing: then it is what carries the call, the network or Ray's controller."""

    id: ClassVar[str] = "same_call"
    order: ClassVar[int] = 170

    def explain(self, standing: Standing) -> Explanation | None:
        stuck = [seen for seen in standing.stuck if seen.activity != "process_group"]
        if not stuck or len(stuck) < max(len(standing.ranks), standing.world_size):
            return None
        if len({place(seen) for seen in stuck}) > 1 or min(seen.idle for seen in stuck) < standing.patience:
            return None
        report = stuck[0].in_report
        return self.said(
            standing,
            hang=False,
            ranks=stuck,
            at=stuck[0],
            title=f"All ranks are in {place(stuck[0])}, and it does not end",
            what_happened=(
                f"Every rank has come to {call(stuck[0])}. "
                + (
                    "What is left is Ray Train's controller, which has to take the reports: it is slow, or held by a "
                    "callback or a validation."
                    if report
                    else "What is left is what carries it, or work that it still does; whether it will end cannot be "
                    "told."
                )
            ),
            mend=(
                "Look at the callbacks of the RunConfig and at what else runs in the cluster."
                if report
                else "Look at the size of what is sent, and at the connection between the ranks."
            ),
        )

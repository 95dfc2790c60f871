"""The ranks do not find each other: the process group waits for some that do not come."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import named, verb
from allranks.diagnosis.ranks import name_ranks
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import Standing


class RendezvousStuck(Stall):
    """`init_process_group` returns on no rank before all have called it."""

    id: ClassVar[str] = "rendezvous_stuck"
    order: ClassVar[int] = 30

    def explain(self, standing: Standing) -> Explanation | None:
        waiting = [seen for seen in standing.stuck if seen.activity == "process_group"]
        if not waiting or max(seen.idle for seen in waiting) < standing.patience:
            return None
        there = {seen.rank for seen in waiting}
        missing = sorted(set(range(standing.world_size)) - there)
        if not missing:
            if max(seen.idle for seen in waiting) < 4 * standing.pause:
                return None
            who = "the ranks are all there and do not reach each other"
        else:
            who = f"{named(waiting)} {verb(waiting, 'waits', 'wait')} for {name_ranks(missing)}"
        over = any(seen.over for seen in standing.ranks if seen.rank in missing)
        return self.said(
            standing,
            hang=over,
            ranks=[*waiting, *(seen for seen in standing.ranks if seen.rank in missing)],
            at=waiting[0],
            title=f"The process group is not set up: {who}",
            what_happened=(
                "Each rank calls `init_process_group` and waits there until as many ranks as the world has came to the "
                "address and port of rank 0."
                + (" A rank that is missing may still start, or may be held before this call." if missing else "")
            ),
            mend=(
                "Leave the set-up to TorchTrainer, which does it before the loop. Where the program does it itself: "
                "on every rank, with the same MASTER_ADDR, MASTER_PORT and world size."
            ),
        )

"""All ranks wait to receive, or all wait to send."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import call, place
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import Standing

_RECEIVE = {"recv", "irecv", "recv_object_list"}
_SEND = {"send", "isend", "send_object_list"}


class NobodySends(Stall):
    """`send` and `recv` come in pairs, of which each rank has to make one half at a time. Which rank is the other side
    need not be known where every rank makes the same half."""

    id: ClassVar[str] = "nobody_sends"
    order: ClassVar[int] = 85

    def explain(self, standing: Standing) -> Explanation | None:
        waiting = [seen for seen in standing.stuck if seen.collective is not None]
        if len(waiting) < max(2, len(standing.ranks), standing.world_size):
            return None
        names = {seen.collective.name for seen in waiting if seen.collective}
        if min(seen.idle for seen in waiting) < standing.slow or not (names <= _RECEIVE or names <= _SEND):
            return None
        receive = names <= _RECEIVE
        here, there = ("receive", "sends") if receive else ("send", "receives")
        first = waiting[0]
        return self.said(
            standing,
            hang=True,
            ranks=waiting,
            at=first,
            title=f"Every rank waits in {place(first)} to {here}, and none {there}",
            what_happened=(
                f"Rank {first.rank} is in {call(first)}, and so is every other. A message needs one rank that sends "
                "while the other receives; here all of them have begun with the same half, and none comes to the next."
            ),
            mend=(
                "Let one side begin with the other half: even ranks send first and odd ranks receive first, for "
                "example. Or start both halves at once with `isend` and `irecv`, and wait for them afterwards."
            ),
            sketch=(
                "if rank % 2 == 0:\n"
                "    dist.send(out, dst=peer)\n"
                "    dist.recv(buffer, src=peer)\n"
                "else:\n"
                "    dist.recv(buffer, src=peer)\n"
                "    dist.send(out, dst=peer)\n"
            ),
        )

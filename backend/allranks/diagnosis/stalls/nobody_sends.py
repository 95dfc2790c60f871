"""Ranks wait in messages that nobody meets: all receive, all send, or each waits for one that is elsewhere."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import call, message, named, place
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import PAIRWISE, RECEIVE, SEND, RankSeen, Standing, halves_of_one


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
        if min(seen.idle for seen in waiting) < standing.slow:
            return None
        if not (names <= RECEIVE or names <= SEND):
            return self._unmet(standing, waiting)
        receive = names <= RECEIVE
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

    def _unmet(self, standing: Standing, waiting: list[RankSeen]) -> Explanation | None:
        """A message whose other rank waits in a call that does not meet it."""
        by_rank = {seen.rank: seen for seen in waiting}
        for seen in waiting:
            peer = by_rank.get(seen.collective.root) if seen.collective and seen.collective.root is not None else None
            if peer is None or peer is seen or place(seen) not in PAIRWISE or halves_of_one(seen, peer):
                continue
            return self.said(
                standing,
                hang=True,
                ranks=waiting,
                at=seen,
                title=f"Rank {seen.rank} waits in {message(seen)}, which waits in {message(peer)}",
                what_happened=(
                    f"Rank {seen.rank} is in {call(seen)}, and rank {peer.rank} in {call(peer)}, which does not meet "
                    f"it. {named(waiting).capitalize()} all wait, so nobody comes to another call, as far as can be "
                    "told."
                ),
                mend=(
                    "Give each `send` its `recv` with the other rank's number, in an order in which one of them is "
                    "always first: count the calls of both ranks, one by one."
                ),
            )
        return None

"""The ranks wait for each other in calls that do not belong together."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import BUFFERS, call, message, place, sends_buffers
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import PAIRWISE, RankSeen, Standing, halves_of_one


class DifferentCalls(Stall):
    """The n-th collective of one rank meets the n-th of the others, whatever each of them is."""

    id: ClassVar[str] = "different_calls"
    order: ClassVar[int] = 80

    def explain(self, standing: Standing) -> Explanation | None:
        stuck = [seen for seen in standing.stuck if seen.activity != "process_group"]
        for seen in stuck:
            for other in stuck:
                if seen.rank < other.rank and seen.waits_for(other) and other.waits_for(seen):
                    differ = _difference(seen, other)
                    if differ is not None:
                        return self._explanation(standing, stuck, seen, other, differ)
        return None

    def _explanation(
        self, standing: Standing, stuck: list[RankSeen], seen: RankSeen, other: RankSeen, differ: str
    ) -> Explanation:
        if differ == "roots":
            return self._roots(standing, stuck, seen, other)
        shapes = differ == "shapes"
        if shapes:
            title = (
                f"Ranks {seen.rank} and {other.rank} are in {place(seen)} with tensors of different shape: "
                f"{_shape(seen)} and {_shape(other)}"
            )
        else:
            title = (
                f"Rank {seen.rank} waits in {message(seen)}, rank {other.rank} in {message(other)}: neither will end"
            )
            if place(seen) == place(other):
                title = (
                    f"Ranks {seen.rank} and {other.rank} wait in {place(seen)}, but one has made more calls than the "
                    "other"
                )
        mend, page = _mend(seen, other, shapes)
        return self.said(
            standing,
            hang=True,
            ranks=stuck,
            at=seen,
            title=title,
            what_happened=(
                f"Rank {seen.rank} is in {call(seen)}, rank {other.rank} in {call(other)}. "
                + (
                    "A collective like this needs tensors of the same shape and dtype on all ranks."
                    if shapes
                    else "Neither call meets the other, so each of the two waits for ever, as far as can be told."
                )
            ),
            mend=mend,
            page=page,
            evidence=[
                f"rank {seen.rank}: line {seen.sample.where.line}; rank {other.rank}: line {other.sample.where.line}"
            ]
            if seen.sample and other.sample and seen.sample.where and other.sample.where
            else (),
        )

    def _roots(self, standing: Standing, stuck: list[RankSeen], seen: RankSeen, other: RankSeen) -> Explanation:
        parameter = "src" if place(seen).startswith(("broadcast", "scatter")) else "dst"
        way = "from" if parameter == "src" else "to"
        return self.said(
            standing,
            hang=True,
            ranks=stuck,
            at=seen,
            title=(
                f"Rank {seen.rank} is in {place(seen)} {way} rank {_root(seen)}, rank {other.rank} in {place(other)} "
                f"{way} rank {_root(other)}: neither will end"
            ),
            what_happened=(
                f"A {place(seen)} has one root, the rank that "
                + ("sends to all others" if parameter == "src" else "gets from all others")
                + f", and every rank has to name the same one as `{parameter}`. Here they name different ones, so they "
                "wait for messages that nobody sends, as far as can be told."
            ),
            mend=f"Give all ranks one number: `{parameter}` is that of the root, not of the rank that makes the call.",
            page="rules/RTL118.html",
        )


def _mend(seen: RankSeen, other: RankSeen, shapes: bool) -> tuple[str, str | None]:
    """What to do, and the page of the rule that knows of it."""
    if shapes:
        return "Pad the tensors to one shape, which the ranks agree on beforehand, or gather objects instead.", (
            "rules/RTL106.html"
        )
    if {place(seen), place(other)} & PAIRWISE:
        return "Give each `send` its `recv`, and count them on both ranks: one call too many waits for ever.", None
    if sends_buffers(seen) or sends_buffers(other):
        return BUFFERS, "rules/RTL103.html"
    return (
        "Let every rank make the same collective calls in the same order: none inside a test of the rank, of the loss, "
        "or of anything else that differs between ranks."
    ), "rules/RTL104.html"


def _difference(seen: RankSeen, other: RankSeen) -> str | None:
    """`calls`, `roots` or `shapes`; None where the two may well be in the same call."""
    if place(seen) != place(other):
        one, two = seen.collective, other.collective
        if halves_of_one(seen, other):
            return None  # a message may be large
        # In C++ the same call of two ranks may be seen within different ones of Python.
        if (
            one is not None
            and two is not None
            and one.name == two.name
            and "collective" not in (seen.activity, other.activity)
        ):
            return None
        return None if seen.in_report and other.in_report else "calls"
    one, two = seen.collective, other.collective
    if one is None or two is None or one.name in PAIRWISE or not (one.counted and two.counted):
        return None
    if seen.activity in ("backward", "forward"):
        return None
    if one.sequence != two.sequence:
        return "calls"
    if None not in (one.root, two.root) and one.root != two.root and one.group == two.group:
        return "roots"
    same_shapes = one.name in ("all_reduce", "reduce", "broadcast", "all_gather", "all_gather_into_tensor")
    return "shapes" if same_shapes and one.shape and two.shape and one.shape != two.shape else None


def _shape(seen: RankSeen) -> str:
    return seen.collective.shape if seen.collective else ""


def _root(seen: RankSeen) -> int | None:
    return seen.collective.root if seen.collective else None

"""What NCCL says of its communicators, in words."""

from __future__ import annotations

from allranks.protocol import CommunicatorMismatched

from .doing import many
from .ranks import name_ranks
from .standing import Standing

SHOWN = 4


def lines(standing: Standing) -> list[str]:
    """One line of evidence for each communicator in which nothing moves."""
    return [_line(told) for told in standing.communicators[:SHOWN]]


def furthest(told: CommunicatorMismatched) -> dict[str, int]:
    """The most collectives that any rank has begun, of each kind of which some have begun fewer."""
    most: dict[str, int] = {}
    for one in told.ranks:
        for name, count in one.operations.items():
            most[name] = max(count, most.get(name, 0))
    return {
        name: count for name, count in most.items() if any(one.operations.get(name, 0) < count for one in told.ranks)
    }


def behind(told: CommunicatorMismatched, operation: str) -> list[int]:
    """The ranks that have begun fewer collectives of this kind than some other."""
    most = furthest(told).get(operation, 0)
    return sorted(one.rank for one in told.ranks if one.operations.get(operation, 0) < most)


def counts(told: CommunicatorMismatched, operation: str) -> str:
    """`AllReduce 13 times on rank 0, 12 times on ranks 1 and 2`, the most first."""
    ranks: dict[int, list[int]] = {}
    for one in told.ranks:
        ranks.setdefault(one.operations.get(operation, 0), []).append(one.rank)
    parts = [f"{many(count, 'time')} on {name_ranks(ranks[count])}" for count in sorted(ranks, reverse=True)]
    return f"{operation} {', '.join(parts)}"


def _line(told: CommunicatorMismatched) -> str:
    said = [f"NCCL has begun {counts(told, operation)}" for operation in furthest(told)]
    if told.silent:
        said.append(f"NCCL gets no answer from {name_ranks(told.silent)}")
    where = f"communicator {told.communicator[:18]} of {many(told.size, 'rank')}"
    return f"{'; '.join(said) or 'NCCL stands'} ({where}, unmoved for {told.seconds:.0f} s)"

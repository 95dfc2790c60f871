"""What a rank does, in words."""

from __future__ import annotations

from collections.abc import Iterable

from .ranks import name_ranks
from .standing import PAIRWISE, RankSeen, Standing

SHOWN = 8
BUFFERS = (
    "The forward pass of a wrapped model sends the buffers of rank 0, such as BatchNorm's means, to all ranks first, "
    "so all of them have to call it. What one rank does alone, as a validation, goes through `model.module(...)`."
)
_DOES = {
    "starting": "starts",
    "process_group": "waits for the other ranks in the process group's set-up",
    "loop": "is in its own lines",
    "data": "waits for a batch",
    "forward": "is in forward",
    "backward": "is in backward",
    "collective": "is in a collective",
    "serialise": "is in torch.save",
    "report": "waits in train.report",
    "checkpoint": "uploads a checkpoint",
    "returned": "has returned from its loop",
    "raised": "has left its loop with an exception",
}


def lines(standing: Standing) -> list[str]:
    """One line of evidence for each rank."""
    told = [f"rank {seen.rank}: {does(seen)}{_since(seen)}{at_line(seen)}; {counted(seen)}" for seen in standing.ranks]
    left_out = len(told) - SHOWN
    return told if left_out <= 1 else [*told[:SHOWN], f"and {left_out} more ranks"]


def does(seen: RankSeen) -> str:
    """`waits in all_reduce (its collective 13, float32[10])`."""
    if seen.failure is not None:
        return f"has failed with {seen.failure.error_type}"
    if seen.killed:
        return "was killed"
    if seen.paused:
        return "is paused"
    if seen.sample is None:
        return "has said nothing yet"
    if seen.collective is not None:
        return f"waits in {call(seen)}"
    if seen.activity == "backward" and seen.waits:
        return "waits in backward, for the gradients of the other ranks"
    return _DOES.get(seen.activity, seen.activity)


def call(seen: RankSeen) -> str:
    """`all_reduce (its collective 13, float32[10])`, or what else it waits in."""
    found = seen.collective
    if found is None:
        return {"report": "train.report", "process_group": "the set-up of the process group"}.get(
            seen.activity, seen.activity
        )
    if seen.activity in ("backward", "forward") or not (found.counted or found.name in PAIRWISE):
        within = {"backward": "backward, in its ", "forward": "forward, in its "}.get(seen.activity, "its model's ")
        return f"{within}{found.name}{f' of {found.shape}' if found.shape else ''}"
    if found.name in PAIRWISE:
        return f"{message(seen)}{f' ({found.shape})' if found.shape else ''}"
    details = [f"its collective {found.sequence}", *([found.shape] if found.shape else [])]
    return f"{found.name} ({', '.join([*details, *([found.group] if found.group else [])])})"


def sends_buffers(seen: RankSeen) -> bool:
    """Whether it is in the broadcast of its buffers, with which the forward pass of a wrapped model begins. DDP also
    broadcasts how it has put its gradients together, once and as int32."""
    found = seen.collective
    if seen.activity != "forward" or found is None:
        return False
    return found.name == "broadcast" and not found.shape.startswith("int32")


def message(seen: RankSeen) -> str:
    """`send to rank 1`, or the name of the call alone where the other rank is not known."""
    found = seen.collective
    if found is None or found.name not in PAIRWISE or found.root is None:
        return place(seen)
    return f"{found.name} {'to' if 'send' in found.name else 'from'} rank {found.root}"


def place(seen: RankSeen) -> str:
    """`backward`, `all_reduce`, `train.report`: short, for titles."""
    if seen.activity in ("report", "process_group"):
        return call(seen)
    if seen.collective is not None and seen.activity not in ("backward", "forward"):
        return seen.collective.name
    return seen.activity


def at_line(seen: RankSeen) -> str:
    """`, line 14 (loss.backward())`, or nothing."""
    where = seen.sample.where if seen.sample and not seen.over else None
    return f", line {where.line} ({where.text})" if where else ""


def counted(seen: RankSeen) -> str:
    """What it has done so far, and whether it computes."""
    if seen.sample is None:
        return "nothing is known of it"
    sample = seen.sample
    done = f"{many(sample.batches, 'batch')}, {many(sample.steps, 'step')}, {many(sample.reports, 'report')}"
    return done if seen.over else f"{done}; CPU {sample.cpu_percent:.0f} %"


def many(number: int, name: str) -> str:
    """`1 batch`, `2 batches`."""
    return f"{number} {name}" if number == 1 else f"{number} {name}{'es' if name.endswith('ch') else 's'}"


def named(ranks: Iterable[RankSeen]) -> str:
    """`rank 2`, `ranks 0 and 1`."""
    return name_ranks(seen.rank for seen in ranks)


def verb(ranks: list[RankSeen], one: str, several: str) -> str:
    """`waits` for one rank, `wait` for several."""
    return one if len(ranks) == 1 else several


def _since(seen: RankSeen) -> str:
    if seen.sample is None:
        return ""
    return f" for {seen.idle:.1f} s" if not seen.over else f", {seen.idle:.1f} s ago"

"""Where the ranks of the last attempt spent their time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .observed import Observed

WAITING = ("collective", "report", "backward")
"""Activities in which a rank may wait for the others: DDP's all-reduce is in `backward`."""
_BEFORE = {"starting", "process_group"}
_NAMES = {
    "loop": "its own lines",
    "data": "waiting for data",
    "forward": "forward",
    "backward": "backward with its all-reduce",
    "collective": "other collectives",
    "serialise": "torch.save",
    "report": "train.report, waiting for the other ranks",
    "checkpoint": "uploading checkpoints",
}


@dataclass(frozen=True)
class Spent:
    """One rank's seconds by activity, and how many reports they are of."""

    rank: int
    reports: int
    seconds: dict[str, float]
    warm: bool = False
    """What came before the first report is not in it."""

    @property
    def total(self) -> float:
        """All of it, in seconds."""
        return sum(self.seconds.values())

    def of(self, *activities: str) -> float:
        """Seconds in these activities."""
        return sum(self.seconds.get(activity, 0.0) for activity in activities)

    def share(self, *activities: str) -> float:
        """Of the whole, from 0 to 1."""
        return self.of(*activities) / self.total if self.total else 0.0


def time_of_ranks(observed: Observed) -> list[Spent]:
    """One for each rank that told, in order. What came before a rank's first report is left out where there is more: it
    is warming up."""
    found: dict[int, list[dict[str, float]]] = {}
    for event in observed.times:
        if event.attempt == observed.attempt:
            kept = {str(name): value for name, value in event.seconds.items() if name not in _BEFORE}
            found.setdefault(event.rank, []).append(kept)
    spent = []
    for rank, pieces in sorted(found.items()):
        counted = pieces[1:] if len(pieces) > 2 else pieces
        seconds: dict[str, float] = {}
        for piece in counted:
            for name, value in piece.items():
                seconds[name] = seconds.get(name, 0.0) + value
        spent.append(Spent(rank, len(counted), seconds, warm=len(counted) < len(pieces)))
    return spent


def shares(ranks: Iterable[Spent]) -> list[str]:
    """A line of evidence for each rank: how its time divides, the largest part first."""
    lines = []
    for spent in list(ranks)[:8]:
        parts = sorted(spent.seconds.items(), key=lambda pair: -pair[1])
        told = ", ".join(
            f"{_name(name, spent)} {100 * seconds / spent.total:.0f} % ({seconds:.2f} s)"
            for name, seconds in parts
            if spent.total and seconds / spent.total >= 0.01
        )
        lines.append(f"rank {spent.rank}: {told}")
    return lines


def _name(activity: str, spent: Spent) -> str:
    """What the seconds went to. The forward pass of a model that is not in DDP is not seen apart."""
    if spent.of("backward") and not spent.of("forward"):
        bare = {"loop": "its own lines, with the forward pass of its model in them,", "backward": "backward"}
        return bare.get(activity) or _NAMES.get(activity, activity)
    return _NAMES.get(activity, activity)

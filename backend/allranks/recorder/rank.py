"""The rank that this process is, for everything that observes it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .channel import channel


@dataclass
class Rank:
    """Which rank of which attempt, how many reports it has begun, and the arguments of the one in flight."""

    attempt: int
    rank: int
    reports: int = 0
    metrics: Any = field(default_factory=dict)
    with_checkpoint: bool = False
    checkpoint: Any = None

    def emit(self, kind: str, **fields: Any) -> None:
        """Send an event of this rank. `fields` are those of a class in `protocol/`, without attempt and rank."""
        channel().emit(kind, attempt=self.attempt, rank=self.rank, **fields)

"""What one rank reads of one dataset, pass by pass, told in pieces while it reads."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from .channel import channel
from .rank import Rank

ROWS_IN_A_PIECE = 200
"""As in `protocol/`, which a rank does not import: its classes would be in the memory of every process."""
IDS_TOLD = 50_000
"""Row ids that a rank tells of in one attempt, over all its datasets. Further rows are read and not told."""
SECONDS_BETWEEN_PIECES = 0.2


@dataclass
class Ids:
    """How many ids this rank may still tell, and whether it wanted to tell more."""

    left: int = IDS_TOLD
    used_up: bool = False

    def take(self, rows: list[int]) -> list[int]:
        """Those of `rows` that may be told. The first that may not are told of once, as dropped."""
        told = rows[: self.left]
        self.left -= len(told)
        if len(told) < len(rows) and not self.used_up:
            self.used_up = True
            reason = f"only the first {IDS_TOLD} row ids that a rank reads are recorded"
            channel().emit("events_dropped", count=1, reason=reason)
        return told


class Reading:
    """The passes of this rank over one dataset."""

    def __init__(
        self, rank: Rank, dataset: str, source: str, ids: Ids, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.rank = rank
        self.dataset = dataset
        self.source = source
        self.ids = ids
        self.clock = clock
        self.passes = 0
        self.open: dict[Pass, None] = {}
        """Passes with something left to tell; more than one only when a loop reads twice at once."""

    def begin(self) -> Pass:
        """A pass over the dataset begins. One that was left before its end is told as far as it went."""
        self.flush()
        begun = Pass(self, self.passes, self.clock())
        self.passes += 1
        return begun

    def flush(self) -> None:
        """Tell what was read and not told yet."""
        for each in list(self.open):
            each.tell()


@dataclass(eq=False)
class Pass:
    """One pass. Its methods are called with every batch, so they do little."""

    reading: Reading
    epoch: int
    told_at: float
    rows: list[int] = field(default_factory=list)
    batches: int = 0
    ended: bool = False

    def took(self, rows: list[int]) -> None:
        """The loop was handed a batch with these ids; none when they are not known."""
        if not self.batches:
            self.reading.open[self] = None
        self.batches += 1
        self.rows += self.reading.ids.take(rows)
        now = self.reading.clock()
        # Without ids there is nothing to draw while the pass goes on.
        if len(self.rows) >= ROWS_IN_A_PIECE or (self.rows and now - self.told_at >= SECONDS_BETWEEN_PIECES):
            self.tell()

    def finish(self) -> None:
        """The dataset had no further batch."""
        if not self.ended:
            self.ended = True
            self._send_all()

    def tell(self) -> None:
        """Send what was taken and not told yet."""
        if self.batches:
            self._send_all()

    def _send_all(self) -> None:
        while len(self.rows) > ROWS_IN_A_PIECE:
            self._send(self.rows[:ROWS_IN_A_PIECE], 0, False)
            del self.rows[:ROWS_IN_A_PIECE]
        self._send(self.rows, self.batches, self.ended)
        self.rows, self.batches, self.told_at = [], 0, self.reading.clock()
        self.reading.open.pop(self, None)

    def _send(self, rows: list[int], batches: int, ended: bool) -> None:
        reading = self.reading
        reading.rank.emit(
            "rows_read",
            dataset=reading.dataset,
            source=reading.source,
            epoch=self.epoch,
            rows=rows,
            batches=batches,
            ended=ended,
        )

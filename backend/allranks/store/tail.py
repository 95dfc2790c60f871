"""The newest records of a run that is being written, kept for everybody who follows it.

A class that watches one run would otherwise read each of its records from the storage once a head.
"""

from __future__ import annotations

from collections import deque
from itertools import islice

from ..protocol import Record


class Tail:
    """At most `size` records in a row, the newest last. `over` says that none will come any more."""

    def __init__(self, size: int) -> None:
        self._records: deque[Record] = deque(maxlen=size)
        self.over = False

    def add(self, record: Record) -> None:
        """Take the newest record. One that comes late is left to the storage: what is here has no gap."""
        last = self._records[-1].seq if self._records else None
        if last is not None and record.seq <= last:
            return
        if last is not None and record.seq > last + 1:
            self._records.clear()
        self._records.append(record)

    def after(self, seq: int) -> list[Record] | None:
        """Every record after this one, or None where that reaches back further than what is kept."""
        if not self._records or self._records[0].seq > seq + 1:
            return None
        return list(islice(self._records, max(0, seq + 1 - self._records[0].seq), None))

"""Records as they go over the socket, written once for all who watch."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable

from ..protocol import Record

KEPT = 512
LARGEST = 16 * 1024


class RecordTexts:
    """The newest records' texts. A record never changes, so its text does not either."""

    def __init__(self, kept: int = KEPT, largest: int = LARGEST) -> None:
        self._kept = kept
        self._largest = largest
        self._texts: OrderedDict[tuple[str, int], str] = OrderedDict()

    def together(self, records: Iterable[Record]) -> str:
        """The answer `Recorded` with these records, as JSON."""
        return f'{{"kind":"recorded","records":[{",".join(map(self.of, records))}]}}'

    def of(self, record: Record) -> str:
        """The record as JSON."""
        key = (record.run_id, record.seq)
        found = self._texts.get(key)
        if found is not None:
            return found
        text = record.model_dump_json()
        if len(text) <= self._largest:
            self._texts[key] = text
            if len(self._texts) > self._kept:
                self._texts.popitem(last=False)
        return text

    def __len__(self) -> int:
        return len(self._texts)

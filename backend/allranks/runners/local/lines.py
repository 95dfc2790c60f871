"""From raw bytes of a stream to `LogWritten` events: bounded, in order, with the owner of each line."""

from __future__ import annotations

import codecs
from typing import Literal

from ...protocol import LogWritten
from .chatter import COLOUR, Origin, is_marker, origin

TEXT_CHARACTERS = 16_000


class LineReader:
    """One stream of one process. Lines are kept whole; a line that does not end is handed out in pieces.

    `fixed` names the owner of all of it where that is known (a redirected logger); otherwise each line is judged.
    """

    def __init__(
        self,
        stream: Literal["stdout", "stderr"],
        rank: int | None,
        attempt: int | None,
        fixed: Origin | None = None,
    ) -> None:
        self._stream = stream
        self._rank = rank
        self._attempt = attempt
        self._fixed = fixed
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._rest = ""
        self._owner: Origin = fixed or "program"

    def feed(self, data: bytes, final: bool = False) -> list[LogWritten]:
        """Whole lines of `data` so far, grouped by owner. `final` also gives the unfinished rest."""
        text = self._rest + self._decoder.decode(data, final)
        whole, newline, self._rest = text.rpartition("\n")
        if final or len(self._rest) > TEXT_CHARACTERS:
            whole, newline, self._rest = whole + newline + self._rest, "", ""
        return self._events(whole + newline)

    def flush(self) -> list[LogWritten]:
        """What was written without a newline yet (a prompt, a progress bar)."""
        rest, self._rest = self._rest, ""
        return self._events(rest)

    @property
    def waiting(self) -> bool:
        """True while an unfinished line is held back."""
        return bool(self._rest)

    def _events(self, text: str) -> list[LogWritten]:
        events: list[LogWritten] = []
        held: list[str] = []
        size = 0
        for line in COLOUR.sub("", text).splitlines(keepends=True):
            owner = self._fixed or origin(line)
            if is_marker(line):
                continue
            if held and (owner != self._owner or size + len(line) > TEXT_CHARACTERS):
                events.append(self._event("".join(held)))
                held, size = [], 0
            self._owner = owner
            for start in range(0, len(line), TEXT_CHARACTERS):
                piece = line[start : start + TEXT_CHARACTERS]
                if held and size + len(piece) > TEXT_CHARACTERS:
                    events.append(self._event("".join(held)))
                    held, size = [], 0
                held.append(piece)
                size += len(piece)
        if held:
            events.append(self._event("".join(held)))
        return events

    def _event(self, text: str) -> LogWritten:
        return LogWritten(
            attempt=self._attempt,
            rank=self._rank,
            stream=self._stream,
            origin=self._owner,
            text=text.replace("\0", "�"),
        )

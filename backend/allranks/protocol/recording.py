"""What stands in a recording beside its records.

A recording (`.allranks`) is gzipped JSON, an object a line: a `RecordingHeader`, the run's records as they are stored,
a `RecordingEnd`. It is written and read piece by piece, `zcat` shows it, and one that was cut off is told by its end.
"""

from __future__ import annotations

from typing import Literal

from .message import Message

RECORDING_VERSION = 1
"""Goes up when an older page could not replay what is written."""


class RecordingHeader(Message):
    """The first line. `allranks_version` is that of the server that recorded the run."""

    kind: Literal["recording"] = "recording"
    version: int = RECORDING_VERSION
    run_id: str
    allranks_version: str


class RecordingEnd(Message):
    """The last line. Not `complete`: the run was still going on when the recording was made."""

    kind: Literal["recording_end"] = "recording_end"
    records: int
    complete: bool


class RecordedRun(Message):
    """A recording that lies beside the page, in the list that the page reads."""

    exercise_id: str
    program: str
    """The file of the exercise that ran: `solution.py`, or one of `wrong/`."""
    file: str
    """Where it lies, from the list on."""
    allranks_version: str
    """That of the Allranks that recorded it."""
    seconds: float
    passed: bool

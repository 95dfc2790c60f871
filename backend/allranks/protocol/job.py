"""What a runner is handed, and the limits it must hold."""

from __future__ import annotations

from .message import Message


class Limits(Message):
    """Bounds of one run. Sizes in bytes, times in seconds."""

    run_seconds: float = 300.0
    """From the moment the program starts, its Ray start-up not counted against the learner's patience but included."""
    output_bytes: int = 8 * 2**20
    """All log text of a run; what comes after is cut and said."""
    events: int = 200_000
    """Events a run may record."""
    event_bytes: int = 64 * 2**10
    """One event on the sandbox's channel."""
    source_bytes: int = 256 * 2**10
    address_space_bytes: int | None = None
    """None leaves it alone: Ray and torch map far more than they use."""
    file_bytes: int = 512 * 2**20
    open_files: int = 4096
    logical_cpus: int = 16
    """What the private Ray cluster believes it has, so that four ranks fit on a small machine."""


class Job(Message):
    """One program to run. `file_name` is what tracebacks show (`train01.py`)."""

    run_id: str
    file_name: str
    source: str
    limits: Limits

"""The event log: an append-only list of records a run, and everyone who reads it."""

from .base import EventLog, Page
from .memory import MemoryEventLog
from .recording import MEDIA_TYPE, BadRecording, Recording, pack_run, read_recording
from .sqlite import SqliteEventLog

__all__ = [
    "MEDIA_TYPE",
    "BadRecording",
    "EventLog",
    "MemoryEventLog",
    "Page",
    "Recording",
    "SqliteEventLog",
    "pack_run",
    "read_recording",
]

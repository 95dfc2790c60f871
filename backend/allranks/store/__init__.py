"""The event log: an append-only list of records a run, and everyone who reads it; beside it, files that runs left."""

from .base import EventLog, Page
from .kept_files import FilesGone, KeptFile, KeptFiles
from .memory import MemoryEventLog
from .recording import MEDIA_TYPE, BadRecording, Recording, pack_run, read_recording
from .sqlite import SqliteEventLog

__all__ = [
    "MEDIA_TYPE",
    "BadRecording",
    "EventLog",
    "FilesGone",
    "KeptFile",
    "KeptFiles",
    "MemoryEventLog",
    "Page",
    "Recording",
    "SqliteEventLog",
    "pack_run",
    "read_recording",
]

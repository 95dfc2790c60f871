"""The event log: an append-only list of records a run, and everyone who reads it."""

from .base import EventLog, Page
from .memory import MemoryEventLog
from .sqlite import SqliteEventLog

__all__ = ["EventLog", "MemoryEventLog", "Page", "SqliteEventLog"]

"""The way out of the sandbox: JSON lines on a Unix socket that the host listens on.

Everything here is total. Whatever goes wrong (no socket, a full buffer, a value without a JSON form), the program under
observation neither notices nor waits: an event that cannot be sent is counted, and the count goes out with a later one.
Each process of a run opens its own connections; the first line of each says what it carries.
"""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from typing import Any, TextIO

SOCKET_VARIABLE = "ALLRANKS_SOCKET"
PENDING_BYTES = 1 << 20


def connect(header: dict[str, Any]) -> socket.socket | None:
    """A connected socket whose header line is sent, or None when the host cannot be reached."""
    path = os.environ.get(SOCKET_VARIABLE)
    if not path:
        return None
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        connection.connect(path)
        connection.sendall(json.dumps(header).encode() + b"\n")
    except OSError:
        connection.close()
        return None
    return connection


class Channel:
    """Sends events without ever blocking the caller for longer than a system call."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pending = bytearray()
        self._dropped = 0
        self._connection = connect({"channel": "events"})
        if self._connection is not None:
            self._connection.setblocking(False)

    def emit(self, kind: str, **fields: Any) -> None:
        """Send one event. `kind` and `fields` are those of a class in `protocol/events.py`."""
        try:
            line = json.dumps({"kind": kind, **fields}, allow_nan=False, default=repr).encode() + b"\n"
        except (ValueError, TypeError, RecursionError):
            self._dropped += 1
            return
        with self._lock:
            if len(self._pending) + len(line) > PENDING_BYTES:
                self._dropped += 1
                return
            if self._dropped:
                note = {"kind": "events_dropped", "count": self._dropped, "reason": "the sandbox could not send them"}
                self._pending += json.dumps(note).encode() + b"\n"
                self._dropped = 0
            self._pending += line
            self._push()

    def flush(self, seconds: float = 1.0) -> None:
        """Wait at most `seconds` until the host has taken what is pending. For the end of a process."""
        deadline = time.monotonic() + seconds
        with self._lock:
            self._push()
            while self._pending and self._connection is not None and time.monotonic() < deadline:
                time.sleep(0.005)
                self._push()

    def close(self) -> None:
        """Let go of the connection; later events go nowhere."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
            self._connection = None

    def _push(self) -> None:
        if self._connection is None:
            self._pending.clear()
            return
        try:
            while self._pending:
                sent = self._connection.send(self._pending)
                del self._pending[:sent]
        except BlockingIOError:
            return
        except OSError:
            self._connection.close()
            self._connection = None
            self._pending.clear()


def text_stream(**header: Any) -> TextIO | None:
    """A line-buffered text file whose writes reach the host as log text of the given stream, or None without a host."""
    connection = connect({"channel": "log", **header})
    if connection is None:
        return None
    return os.fdopen(connection.detach(), "w", buffering=1, encoding="utf-8", errors="replace")


_channel: Channel | None = None


def channel() -> Channel:
    """This process's channel, opened on first use. A forked child opens its own."""
    global _channel
    if _channel is None:
        _channel = Channel()
    return _channel


def _forget() -> None:
    global _channel
    _channel = None


os.register_at_fork(after_in_child=_forget)

"""A Unix socket that answers once, in a thread: what a worker's start takes for the zygote."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from pathlib import Path


def answering(path: Path, answer: Callable[[socket.socket], None]) -> threading.Thread:
    """Listen on `path` and let `answer` deal with the first who comes."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(str(path))
    listening.listen()

    def serve() -> None:
        with listening, listening.accept()[0] as connection:
            answer(connection)

    thread = threading.Thread(target=serve)
    thread.start()
    return thread

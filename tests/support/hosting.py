"""A host of files alone, as any static host is, for tests of the page without a server."""

from __future__ import annotations

import contextlib
import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path


class FilesOnly(http.server.SimpleHTTPRequestHandler):
    """Sends files and nothing of ours: no header, no encoding, a page of its own for what is not there."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def hosting(folder: Path) -> Iterator[str]:
    """Serve a folder until the block ends. Gives the address of its root, without a slash."""
    handler = functools.partial(FilesOnly, directory=str(folder))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()

"""Ranks that come to torch's rendezvous before rank 0 listens there wait milliseconds, not half a second.

torch's own client, when nobody listens yet, sleeps about half a second before it tries again, which is longer than all
the rest of a small run's start. Here such a rank first waits until somebody listens, and only then does what it always
does. `_create_c10d_store` is private to torch; where it is not as expected, nothing is changed.
"""

from __future__ import annotations

import functools
import importlib
import inspect
import socket
import time
from collections.abc import Callable
from typing import Any

PATIENCE_SECONDS = 5.0
"""Then torch's own way of waiting begins, up to the timeout of the process group."""
PAUSE_SECONDS = 0.003
EXPECTED = ["hostname", "port", "rank"]


def install() -> str | None:
    """Change it in this process and those forked from it. Returns what is not as expected, or None."""
    module: Any = importlib.import_module("torch.distributed.rendezvous")
    real: Callable[..., Any] | None = getattr(module, "_create_c10d_store", None)
    if real is None or list(inspect.signature(real).parameters)[: len(EXPECTED)] != EXPECTED:
        return "torch's rendezvous is another one than expected, so ranks may wait half a second for rank 0"

    @functools.wraps(real)
    def create(hostname: str, port: int, rank: int, *arguments: Any, **keywords: Any) -> Any:
        if rank > 0:
            wait_for_listener(hostname, port)
        return real(hostname, port, rank, *arguments, **keywords)

    module._create_c10d_store = create
    return None


def wait_for_listener(hostname: str, port: int, seconds: float = PATIENCE_SECONDS) -> bool:
    """Wait at most `seconds` until somebody listens. False when nobody did, or when it cannot be told."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            with socket.create_connection((hostname, port), timeout=seconds):
                return True
        except ConnectionRefusedError:
            if time.monotonic() > deadline:
                return False
            time.sleep(PAUSE_SECONDS)
        except OSError:
            return False

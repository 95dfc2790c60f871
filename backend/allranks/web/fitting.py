"""How many warm sandboxes fit on this machine."""

from __future__ import annotations

import os

import psutil

SANDBOX_BYTES = 900 * 2**20
"""A ready sandbox and what its run adds, with room to spare."""
MOST = 8


def fitting(free_bytes: int | None = None, processors: int | None = None) -> int:
    """As many as free memory holds, at most one a core, and at least one."""
    free = psutil.virtual_memory().available if free_bytes is None else free_bytes
    cores = (os.cpu_count() or 1) if processors is None else processors
    return max(1, min(free // SANDBOX_BYTES, cores, MOST))

"""What this server can run, found when it started."""

from __future__ import annotations

from .job import Limits
from .message import Message


class Capabilities(Message):
    """Shown in the page's corner, by `/api/capabilities` and at start."""

    allranks_version: str
    python_version: str
    ray_version: str
    torch_version: str
    processors: int
    """Real cores of the machine."""
    gpus: int
    backend: str
    """`nccl` with at least one GPU, else `gloo`."""
    sandboxed: bool
    isolation: str
    """One plain sentence: what holds a program here, and what does not."""
    limits: Limits

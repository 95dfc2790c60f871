"""What this server can run, found when it started."""

from __future__ import annotations

from typing import Literal

from .job import Limits
from .message import Message

SandboxLevel = Literal["A", "B", "C", "D"]
"""A: a virtual machine or gVisor a run. B: namespaces, seccomp and cgroup limits. C: namespaces and seccomp, with
memory only watched. D: nothing but a process tree. Only A and B are for strangers' programs."""
FOR_STRANGERS: tuple[SandboxLevel, ...] = ("A", "B")


class ClusterSize(Message):
    """What a run's own Ray cluster says that it has: what the linter's configuration rules compare with."""

    resources: dict[str, float]
    """Totals by Ray's names: `CPU`, `GPU`."""
    nodes: int
    name: str
    """How a sentence names it."""
    node: dict[str, float] | None = None
    """What one of its nodes has, by the same names. What is None in this and the next is not known."""
    labels: dict[str, list[str]] | None = None
    """The values that its nodes have of each label, those that Ray itself gives left out."""
    packages: list[str] | None = None
    """Top-level names that a program can import, but for those that begin with an underscore."""
    network: bool | None = None
    """Whether a program reaches other machines."""
    files: bool | None = None
    """Whether a program may find files that it did not write and that are no part of the system."""


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
    sandbox_level: SandboxLevel
    isolation: str
    """One plain sentence: what holds a program here, and what does not."""
    sandbox_missing: str
    """What this machine lacks for a better level, and how to mend it; empty at level A and B."""
    limits: Limits
    cluster: ClusterSize

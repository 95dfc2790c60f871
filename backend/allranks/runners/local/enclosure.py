"""What holds a sandbox's processes: the seam between starting a sandbox and how tightly it is closed.

Sandbox ── open(...) ─► Cell: the command line of the outermost process, its environment, its descriptors
                          │ close_inherited()   once it is started
                          │ favour(live)        once its processes are started, and when it gets a run
                          │ counters()          while it lives and once more at its end
                          └ close()             when no process of it is left
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from ...protocol import Limits

Level = Literal["A", "B", "C", "D"]
"""A: a virtual machine or gVisor a run. B: namespaces, seccomp and cgroup limits. C: namespaces and seccomp, without
cgroup limits. D: nothing but a process tree."""


@dataclass(frozen=True)
class Places:
    """A sandbox's folders as its own processes see them, and the file that its Unix socket is."""

    home: str
    temporary: str
    socket: str


@dataclass(frozen=True)
class Counters:
    """What the kernel counted of a cell. None where nothing counts it."""

    out_of_memory: int | None = None
    """Processes that the memory limit killed."""
    processes_refused: int | None = None
    """Times that a new process or thread was refused by the limit."""
    memory_peak_bytes: int | None = None


@dataclass
class Cell:
    """The outer shell of one sandbox, opened and not started yet."""

    argv: list[str]
    environment: dict[str, str]
    inherited: tuple[int, ...] = field(default=())
    """Descriptors that the process must inherit, besides those that its starter adds."""

    def close_inherited(self) -> None:
        """Close our copies of `inherited`, once the process has its own."""

    def counters(self) -> Counters:
        """What the kernel has counted so far. Never raises."""
        return Counters()

    def favour(self, live: bool) -> bool:
        """Give it as much CPU time as any other, or only what they leave over. False when nothing holds that here."""
        return False

    def close(self) -> None:
        """Let go of what belongs to the cell (a cgroup, a user id). Called once, when no process of it is left."""


class Enclosure(ABC):
    """A way to close sandboxes. One serves all sandboxes of a runner."""

    level: Level
    isolation: str
    """One plain sentence: what holds a program here, and what does not."""

    @property
    def sandboxed(self) -> bool:
        """True when a program can reach neither the network nor the server's files."""
        return self.level in ("A", "B", "C")

    @abstractmethod
    def places(self, folder: Path) -> Places:
        """Where things are inside, for a sandbox whose folder outside is `folder`."""

    @abstractmethod
    def open(
        self, folder: Path, run_id: str, command: Sequence[str], environment: Mapping[str, str], limits: Limits
    ) -> Cell:
        """A cell that will run `command` with exactly `environment`. `folder/host` is the socket that must be reachable
        at `places(folder).socket`; nothing else of the host needs to be. Raises `RunnerFailed` or OSError."""

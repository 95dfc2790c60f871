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
from typing import Any

from ...protocol import Limits, SandboxLevel


@dataclass(frozen=True)
class Places:
    """A sandbox's folders as its own processes see them, and the file that its Unix socket is."""

    home: str
    temporary: str
    socket: str
    given: str
    """What the host gives to be read, where it gives anything."""


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

    def read_status(self, status: dict[str, Any] | None) -> dict[str, Any] | None:
        """The warden's status line, which tells of the outermost process, as it is true of the program."""
        return status

    def favour(self, live: bool) -> bool:
        """Give it as much CPU time as any other, or only what they leave over. False when nothing holds that here."""
        return False

    def close(self) -> None:
        """Let go of what belongs to the cell (a cgroup, a user id). Called once, when no process of it is left."""


class Enclosure(ABC):
    """A way to close sandboxes. One serves all sandboxes of a runner."""

    level: SandboxLevel
    isolation: str
    """One plain sentence: what holds a program here, and what does not."""
    missing: str = ""
    """What this machine lacks for a better level, and how to mend it."""
    watch_memory: bool = False
    """True where the kernel limits no memory and the sandbox has to be watched from outside."""
    failing: str | None = None
    """Why `check` failed when it was last done. While it is set, nothing is opened."""

    @abstractmethod
    def places(self, folder: Path) -> Places:
        """Where things are inside, for a sandbox whose folder outside is `folder`."""

    @abstractmethod
    def open(
        self, folder: Path, run_id: str, command: Sequence[str], environment: Mapping[str, str], limits: Limits
    ) -> Cell:
        """A cell that will run `command` with exactly `environment`. `folder/host` is the socket that must be reachable
        at `places(folder).socket`. A folder `folder/given`, where there is one, is seen at `places(folder).given`, and
        nothing in it can be changed from inside. Nothing else of the host needs to be there. Raises `RunnerFailed` or
        OSError."""

    def check(self) -> None:  # noqa: B027  # where nothing holds, nothing can stop holding
        """Prove again that programs are held, and set `failing`. Takes up to seconds; blocks."""

    def sweep(self) -> None:  # noqa: B027  # and nothing is left
        """Remove what servers that are gone left in the kernel."""

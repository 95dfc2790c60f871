"""No sandbox at all: a process tree of the server's own user."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from ...protocol import Limits, SandboxLevel
from .enclosure import Cell, Enclosure, Places


class Plain(Enclosure):
    """Level D. For code that one trusts, on loopback, and where there are no namespaces."""

    level: SandboxLevel = "D"
    isolation = (
        "Not sandboxed: programs run as the server's own user, each in its own process tree with a clean environment, "
        "its own Ray and limits on open files and file sizes. They can read and write what that user can, and use "
        "the network. Run only code that you trust."
    )

    def places(self, folder: Path) -> Places:
        return Places(
            home=str(folder / "home"),
            temporary=str(folder / "tmp"),
            socket=str(folder / "host"),
            given=str(folder / "given"),
        )

    def open(
        self, folder: Path, run_id: str, command: Sequence[str], environment: Mapping[str, str], limits: Limits
    ) -> Cell:
        for name in ("home", "tmp"):
            (folder / name).mkdir(mode=0o700)
        return Cell(argv=list(command), environment=dict(environment))

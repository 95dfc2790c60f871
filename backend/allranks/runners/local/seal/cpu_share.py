"""How much of a busy machine's CPU time a sandbox gets: only what is left over while it is made ready, and as much as
any other when it has a run."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

FILES = {"cpu.idle": (1, 0), "cpu.weight": (1, 100), "cpu.shares": (2, 1024)}
"""What the kernel is told by, best first, and its values for left-over and for normal. An idle group gives way at once;
the other two (version 2 and 1, on kernels before 5.15) leave a hundredth of the time or less."""


def favour(folder: Path, live: bool) -> bool:
    """Give the group whose `cpu` folder this is the share of a live run, or what is left over. False when the kernel
    does not hold it here."""
    for name, (left_over, normal) in FILES.items():
        file = folder / name
        with suppress(OSError):
            if file.exists():
                file.write_text(str(normal if live else left_over))
                return True
    return False

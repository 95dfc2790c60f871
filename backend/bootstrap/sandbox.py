"""bubblewrap for `make run`: what holds the programs that the playground runs.

    python -m bootstrap.sandbox

installs it where it is missing: as root at once, with sudo after a person said yes. Where that cannot be, it says what
to do and succeeds: the server itself says how well it holds programs, and refuses what it must.
"""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable

from .tools import apt_commands, find_bubblewrap

QUESTION = "bubblewrap holds the programs that are run here. Install it with sudo apt-get? [y/N] "


def provide(ask: Callable[[str], bool]) -> None:
    """Install bubblewrap if it is missing and may be installed; `ask` puts a question to a person."""
    if find_bubblewrap() is not None or os.environ.get("ALLRANKS_UNSAFE_NO_SANDBOX") == "true":
        return
    if platform.system() != "Linux":
        print(f"{platform.system()} has no sandbox: only your own programs can be run here.", file=sys.stderr)
        return
    if any(subprocess.run(command, capture_output=True).returncode for command in _commands(ask)):
        print("bubblewrap could not be installed with apt-get.", file=sys.stderr)
    if find_bubblewrap() is None:
        print("Install the package bubblewrap to run programs in a sandbox.", file=sys.stderr)


def _commands(ask: Callable[[str], bool]) -> list[list[str]]:
    if os.geteuid() == 0:
        return apt_commands("bubblewrap")
    if shutil.which("apt-get") is None or shutil.which("sudo") is None or not ask(QUESTION):
        return []
    return [["sudo", "apt-get", "install", "--yes", "--quiet", "--no-install-recommends", "bubblewrap"]]


def ask_a_person(question: str) -> bool:
    """False where nobody is there to answer."""
    return sys.stdin.isatty() and input(question).strip().lower() in ("y", "yes")


if __name__ == "__main__":
    provide(ask_a_person)

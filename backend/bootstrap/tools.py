"""The programs that only tests need and that come from the system: Chromium for the page, bubblewrap for the sandbox.

    python -m bootstrap.tools chromium bubblewrap

installs what is missing, where it can: Chromium through Playwright, else both through apt as root or with sudo.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
Command = list[str]


def find_chromium() -> str | None:
    """The path of a Chromium to test with: the system's, else the one that Playwright installed, else None."""
    for name in CHROMIUM_NAMES:
        found = shutil.which(name)
        if found is not None:
            return found
    cache = Path(os.environ.get("PLAYWRIGHT_BROWSERS_PATH") or Path.home() / ".cache" / "ms-playwright")
    for pattern in ("chromium-*/chrome-linux*/chrome", "chromium-*/chrome-mac*/Chromium.app/Contents/MacOS/Chromium"):
        for candidate in sorted(cache.glob(pattern), reverse=True):
            if os.access(candidate, os.X_OK):
                return str(candidate)
    return None


def find_bubblewrap() -> str | None:
    """The path of `bwrap`, or None."""
    return shutil.which("bwrap")


def apt_commands(package: str) -> list[Command]:
    """How to install a Debian package here; empty where it cannot be done without asking a person."""
    if shutil.which("apt-get") is None:
        return []
    if os.geteuid() == 0:
        prefix: Command = ["env", "DEBIAN_FRONTEND=noninteractive"]
    elif shutil.which("sudo") is not None and _runs(["sudo", "--non-interactive", "true"]):
        prefix = ["sudo", "--non-interactive", "env", "DEBIAN_FRONTEND=noninteractive"]
    else:
        return []
    return [
        [*prefix, "apt-get", "update", "--quiet"],
        [*prefix, "apt-get", "install", "--yes", "--quiet", "--no-install-recommends", package],
    ]


def install_chromium() -> None:
    """Try Playwright's own build, which needs no root, then the system's package."""
    if not _runs([sys.executable, "-m", "playwright", "install", "chromium"]):
        all(_runs(command) for command in apt_commands("chromium"))


def install_bubblewrap() -> None:
    """Only the system has it."""
    all(_runs(command) for command in apt_commands("bubblewrap"))


@dataclass(frozen=True)
class Tool:
    """`use` completes "... is needed to". Without an `optional` tool, its tests are skipped, save where CI is true."""

    find: Callable[[], str | None]
    install: Callable[[], None]
    use: str
    optional: bool


TOOLS = {
    "chromium": Tool(find_chromium, install_chromium, use="test the page", optional=False),
    "bubblewrap": Tool(find_bubblewrap, install_bubblewrap, use="test the sandbox", optional=True),
}


def provide(name: str, tool: Tool, in_ci: bool) -> int:
    """Install the tool where it is missing; 1 when it cannot be had and must be."""
    if tool.find() is None:
        tool.install()
    found = tool.find()
    if found is not None:
        print(f"  {name}: {found}")
        return 0
    sentence = f"{name} is needed to {tool.use} and could not be installed: install the package {name}"
    if tool.optional and not in_ci:
        print(f"  {sentence}. Until then nothing about it is proved here.")
        return 0
    print(f"{sentence}, then run make again.", file=sys.stderr)
    return 1


def main(names: Sequence[str] | None = None) -> int:
    """Provide each named tool, and stop at the first that cannot be had."""
    for name in sys.argv[1:] if names is None else names:
        if name not in TOOLS:
            print(f"got the tool {name!r}; expected {' or '.join(TOOLS)}; name one of these", file=sys.stderr)
            return 2
        status = provide(name, TOOLS[name], in_ci=os.environ.get("CI") == "true")
        if status != 0:
            return status
    return 0


def _runs(command: Command) -> bool:
    try:
        return subprocess.run(command).returncode == 0
    except OSError:
        return False


if __name__ == "__main__":
    sys.exit(main())

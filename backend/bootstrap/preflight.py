"""What must be there before a set-up or a start can work; each thing that is missing is one sentence.

    python -m bootstrap.preflight --python --venv --disk 6 --port 8000

exits with 1 and the first such sentence on standard error. Needs the standard library alone, since it runs before
anything was installed.
"""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import socket
import sys
from pathlib import Path

OLDEST = (3, 11)
NEWEST = (3, 13)
GIGABYTE = 10**9


def python_problem(version: tuple[int, int], executable: str) -> str | None:
    """Say that this Python's version cannot run Allranks."""
    if OLDEST <= version <= NEWEST:
        return None
    return (
        f"Python {OLDEST[0]}.{OLDEST[1]} to {NEWEST[0]}.{NEWEST[1]} is needed and {executable} is "
        f"{version[0]}.{version[1]}: name another with PYTHON=/path/to/python3.11."
    )


def venv_problem(missing: list[str], version: tuple[int, int]) -> str | None:
    """Say that virtual environments cannot be made; `missing` are the modules that this Python lacks."""
    if not missing:
        return None
    package = f"python{version[0]}.{version[1]}-venv"
    return (
        f"This Python cannot make virtual environments ({' and '.join(missing)} missing): install the package "
        f"{package} (on Debian and Ubuntu: apt install {package}), then run make again."
    )


def missing_venv_modules() -> list[str]:
    """Debian keeps these in a package of its own."""
    return [name for name in ("venv", "ensurepip") if importlib.util.find_spec(name) is None]


def disk_problem(folder: Path, free_bytes: int, needed_gigabytes: float) -> str | None:
    """Say that there is too little room in `folder` for what is about to be installed."""
    if free_bytes >= needed_gigabytes * GIGABYTE:
        return None
    return (
        f"Not enough disk space in {folder}: {free_bytes / GIGABYTE:.1f} GB are free and the set-up needs "
        f"{needed_gigabytes:g} GB (Ray, PyTorch and the page's packages): free some, then run make again."
    )


def port_problem(host: str, port: int) -> str | None:
    """Say that nobody can listen on the port, and why."""
    if not 0 < port < 65536:
        return f"{port} is not a port: choose one between 1 and 65535, for instance make run PORT=8001."
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        # As the server does: without it, a connection that is still closing would look like a listener.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except PermissionError:
            return f"Port {port} may not be opened by this user: choose one above 1023, such as make run PORT=8001."
        except OSError:
            other = port + 1 if port < 65535 else port - 1
            return (
                f"Port {port} on {host} is in use: stop what listens there, or choose another: make run PORT={other}."
            )
    return None


def problems(options: argparse.Namespace) -> list[str]:
    """Every problem found among those asked for."""
    version = (sys.version_info[0], sys.version_info[1])
    found: list[str | None] = []
    if options.python:
        found.append(python_problem(version, sys.executable))
    if options.venv:
        found.append(venv_problem(missing_venv_modules(), version))
    if options.disk is not None:
        folder = Path.cwd()
        found.append(disk_problem(folder, shutil.disk_usage(folder).free, options.disk))
    if options.port is not None:
        found.append(port_problem(options.host, options.port))
    return [problem for problem in found if problem is not None]


def main(arguments: list[str] | None = None) -> int:
    """Print the first problem to standard error; the exit status says whether there was one."""
    parser = argparse.ArgumentParser(prog="bootstrap.preflight", description="Check what a set-up or a start needs.")
    parser.add_argument("--python", action="store_true", help="this Python's version")
    parser.add_argument("--venv", action="store_true", help="virtual environments can be made")
    parser.add_argument("--disk", type=float, metavar="GB", help="this much is free in the current folder")
    parser.add_argument("--host", default="127.0.0.1", help="where --port is looked at")
    parser.add_argument("--port", type=int, help="this port is free")
    for problem in problems(parser.parse_args(arguments)):
        print(problem, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

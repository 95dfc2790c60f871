"""The environment that a program of this runner sees: nothing of the server's, or all of the caller's."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

import allranks

from ...protocol import Limits
from .enclosure import Places
from .sweep import MARK

PACKAGES = str(Path(allranks.__file__).parent.parent)
"""Where this package lies, so that the recorder is found from an installed copy and from a checkout."""
GPU_CHOICE = ("CUDA_VISIBLE_DEVICES", "CUDA_DEVICE_ORDER", "NVIDIA_VISIBLE_DEVICES")
PASSED_ON = (*GPU_CHOICE, "LD_LIBRARY_PATH", "LANG", "LC_ALL", "TZ")
"""What decides which GPUs there are and how text looks. Everything else of the server's stays with the server."""


def environment(places: Places, mark: str, server: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The whole environment of a program in a sandbox with these places."""
    kept = {name: server[name] for name in PASSED_ON if name in server}
    return {
        "LANG": "C.UTF-8",
        **kept,
        "PATH": f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin:/bin",
        "HOME": places.home,
        "PYTHONPATH": PACKAGES,
        **_ours(places, mark),
    }


def environment_in_place(places: Places, mark: str, caller: Mapping[str, str] = os.environ) -> dict[str, str]:
    """The caller's own environment, for a program of theirs that runs where it lies."""
    search = os.pathsep.join(filter(None, [PACKAGES, caller.get("PYTHONPATH")]))
    return {**caller, "PYTHONPATH": search, **_ours(places, mark)}


def _ours(places: Places, mark: str) -> dict[str, str]:
    return {
        "TMPDIR": places.temporary,
        "RAY_TMPDIR": places.temporary,
        "PYTHONUNBUFFERED": "1",
        "RAY_AUTH_MODE": "disabled",
        "RAY_USAGE_STATS_ENABLED": "0",
        "GLOO_SOCKET_IFNAME": "lo" if sys.platform.startswith("linux") else "lo0",
        "ALLRANKS_SOCKET": places.socket,
        MARK: mark,
    }


def resource_limits(limits: Limits) -> dict[str, int]:
    """Names of `resource.RLIMIT_*` and their values."""
    bounds = {"RLIMIT_NOFILE": limits.open_files, "RLIMIT_FSIZE": limits.file_bytes}
    if limits.address_space_bytes is not None:
        bounds["RLIMIT_AS"] = limits.address_space_bytes
    return bounds

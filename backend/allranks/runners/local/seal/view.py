"""What of this machine a sandbox can see: the system read-only, our Python, our package, the GPUs, and nothing else."""

from __future__ import annotations

import logging
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from ..environment import PACKAGES

logger = logging.getLogger(__name__)

HIDDEN = ("_exercises", "_page")
"""Folders of the installed package that a program has no business with."""
SYSTEM_LINKS = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
SYSTEM_FILES = ("etc/alternatives", "etc/ld.so.cache", "etc/ld.so.conf", "etc/localtime")
"""What finds things below /usr: Debian's libcuda and cc are links by way of /etc/alternatives."""
GPU_NODE = re.compile(r"nvidia(\d+|ctl|-uvm|-uvm-tools|-caps)")
"""What computing takes; -caps holds the parts of a divided GPU (MIG). Displays and the fabric are not a program's."""
GPU_FACTS = ("sys/bus/pci", "sys/class/pci_bus", "sys/devices/system", "sys/module/nvidia", "sys/module/nvidia_uvm")
"""Where the driver's libraries and NCCL read which cards there are and how they are joined. What they read in
/proc/driver/nvidia is in every /proc."""


@dataclass(frozen=True)
class View:
    """Paths of the host by the way they appear inside, each at its own place."""

    read_only: tuple[str, ...]
    links: tuple[tuple[str, str], ...]
    """(target, link), such as ("usr/lib", "/lib")."""
    empty: tuple[str, ...]
    """Folders inside `read_only` ones that are seen as empty."""
    devices: tuple[str, ...]
    must_read: tuple[str, ...]
    """Paths that the sandbox's user has to be able to read, and that may lie where others cannot enter."""


def find_view(root: Path = Path("/")) -> View:
    """Look at the machine. `root` is its root folder; tests have their own."""
    read_only, links = ["/usr"], []
    for name in SYSTEM_LINKS:
        path = root / name
        if path.is_symlink():
            links.append((str(path.readlink()), f"/{name}"))
        elif path.is_dir():
            read_only.append(f"/{name}")
    read_only += [f"/{name}" for name in SYSTEM_FILES if (root / name).exists()]
    python = _python()
    devices = _gpu_devices(root)
    if devices:
        read_only += [f"/{name}" for name in GPU_FACTS if (root / name).exists()]
        read_only += _pci_trees(root)
    package = Path(PACKAGES) / "allranks"
    return View(
        read_only=tuple(dict.fromkeys([*read_only, *python])),
        links=tuple(links),
        empty=tuple(str(package / name) for name in HIDDEN if (package / name).is_dir()),
        devices=tuple(devices),
        must_read=tuple(python),
    )


def _python() -> list[str]:
    """The folders of this Python and of our package, outermost first, none inside another nor below /usr."""
    executable = str(Path(sys.executable).resolve().parent.parent)
    wanted = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix, executable, f"{PACKAGES}/allranks"}
    kept: list[str] = []
    for path in sorted(wanted):
        if not any(Path(path).is_relative_to(other) for other in ["/usr", *kept]):
            kept.append(path)
    return kept


def _gpu_devices(root: Path) -> list[str]:
    names = sorted(node.name for node in (root / "dev").glob("nvidia*") if GPU_NODE.fullmatch(node.name))
    if names and "nvidia-uvm" not in names:
        logger.warning(
            "programs cannot use the GPUs: /dev/nvidia-uvm is missing; run nvidia-modprobe -u -c 0 and restart"
        )
    return [f"/dev/{name}" for name in names]


def _pci_trees(root: Path) -> list[str]:
    """The folders with the facts of all PCI devices. On virtual machines they may lie deep below /sys/devices."""
    trees = set()
    for device in (root / "sys/bus/pci/devices").glob("*"):
        parts = device.resolve().relative_to(root.resolve()).parts
        for count, part in enumerate(parts, start=1):
            if part.startswith("pci"):
                trees.add("/" + "/".join(parts[:count]))
                break
    return sorted(trees)

"""The command line of a sandbox: the launcher's orders and bubblewrap's options."""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path

from ....protocol import Limits
from .view import View

LAUNCHER = Path(__file__).with_name("launcher.py")
HOME, TEMPORARY, SOCKET = "/home/learner", "/tmp", "/ev/host"  # noqa: S108  # inside: a tmpfs of the sandbox's own
GIVEN = "/given"
"""Where a folder of the host's is seen, which cannot be written to."""
HOST_NAME = "sandbox"
LOCKED_MEMORY_BYTES = 8 * 2**20
COUNTS_BY_NAMESPACE = (5, 14)
"""The Linux that counts RLIMIT_NPROC by user namespace."""


class Descriptors:
    """Small contents that bubblewrap reads from descriptors, in memory. Whoever makes it closes `numbers`."""

    def __init__(self) -> None:
        self.numbers: tuple[int, ...] = ()

    def hold(self, content: bytes) -> int:
        """A descriptor, whatever number the kernel gives it, from which `content` can be read once."""
        descriptor = os.memfd_create("allranks")
        self.numbers += (descriptor,)
        os.write(descriptor, content)
        os.lseek(descriptor, 0, os.SEEK_SET)
        return descriptor

    def close(self) -> None:
        """Close our copies."""
        for descriptor in self.numbers:
            os.close(descriptor)
        self.numbers = ()


def launch(python: str, *, join: list[str], uid: int | None, read: list[str], command: list[str]) -> list[str]:
    """The launcher's command line."""
    rlimits = {"RLIMIT_MEMLOCK": LOCKED_MEMORY_BYTES, "RLIMIT_MSGQUEUE": 0}
    orders = {"join": join, "uid": uid, "rlimits": rlimits, "read": read, "argv": command}
    return [python, "-I", "-S", str(LAUNCHER), json.dumps(orders)]


def counted(command: Sequence[str], processes: int, release: str = platform.release()) -> list[str]:
    """`command` with a bound on its processes and threads, where no cgroup counts them.

    Set inside, it counts what is in the sandbox's own user namespace. Set outside, or before Linux 5.14 (which keeps
    RLIMIT_NPROC by namespace), it would count everything that the user has.
    """
    version = re.match(r"(\d+)\.(\d+)", release)
    prlimit = shutil.which("prlimit", path="/usr/bin")
    if prlimit is None or version is None or (int(version[1]), int(version[2])) < COUNTS_BY_NAMESPACE:
        return list(command)
    return [prlimit, f"--nproc={processes}:{processes}", "--", *command]


def options(
    view: View,
    limits: Limits,
    environment: Mapping[str, str],
    shown: Mapping[str, str],
    user: int,
    seccomp: bytes,
    descriptors: Descriptors,
) -> list[str]:
    """bubblewrap's options, which it reads from a descriptor: /proc/1/cmdline can be read inside. `shown` says which
    paths of the host are seen where."""
    arguments = ["--unshare-all", "--unshare-user", "--disable-userns", "--die-with-parent", "--new-session"]
    arguments += ["--clearenv", "--uid", str(user), "--gid", str(user), "--hostname", HOST_NAME]
    arguments += ["--proc", "/proc", "--dev", "/dev"]
    # No terminals: kernel.pty.max is one number for the whole machine.
    arguments += ["--size", "4096", "--tmpfs", "/dev/pts", "--remount-ro", "/dev/pts"]
    arguments += _sized("1777", limits.shm_bytes, "/dev/shm")  # noqa: S108  # inside
    arguments += _sized("1777", limits.temporary_bytes, TEMPORARY)
    arguments += _sized("0700", limits.home_bytes, HOME)
    for path in view.read_only:
        arguments += ["--ro-bind", path, path]
    for target, link in view.links:
        arguments += ["--symlink", target, link]
    for folder in view.empty:
        arguments += ["--size", "4096", "--tmpfs", folder, "--remount-ro", folder]
    for device in view.devices:
        arguments += ["--dev-bind", device, device]
    for path, content in _accounts(user).items():
        arguments += ["--ro-bind-data", str(descriptors.hold(content.encode())), path]
    for path, place in shown.items():
        arguments += ["--ro-bind", path, place]
    arguments += ["--seccomp", str(descriptors.hold(seccomp))]
    for name, value in environment.items():
        arguments += ["--setenv", name, value]
    return [*arguments, "--chdir", HOME, "--remount-ro", "/", "--remount-ro", "/dev"]


def arguments_descriptor(arguments: Sequence[str], descriptors: Descriptors) -> str:
    """The descriptor that carries the options, for `--args`."""
    return str(descriptors.hold(b"".join(part.encode() + b"\0" for part in arguments)))


def _sized(mode: str, size: int, path: str) -> list[str]:
    return ["--perms", mode, "--size", str(size), "--tmpfs", path]


def _accounts(user: int) -> dict[str, str]:
    return {
        "/etc/passwd": f"learner:x:{user}:{user}:learner:{HOME}:/bin/sh\n",
        "/etc/group": f"learner:x:{user}:\n",
        "/etc/hosts": f"127.0.0.1 localhost {HOST_NAME}\n::1 localhost\n",
    }

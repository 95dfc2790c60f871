"""The seccomp program of a sandbox: what of the kernel a learner's program cannot even ask for.

Everything is allowed but what is listed. What is listed either reaches past the namespaces (io_uring, the key ring,
AF_VSOCK), would make new ones, or is a part of the kernel that training a model never needs and that attacks like.
"""

from __future__ import annotations

import errno
import platform
import struct
from dataclasses import dataclass

from ....protocol import RunnerFailed
from .syscalls import AUDIT_ARCHITECTURE, numbers

DENIED = (
    *("bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register"),
    *("keyctl", "add_key", "request_key"),
    *("mount", "umount2", "pivot_root", "chroot", "setns", "unshare", "open_tree", "open_tree_attr", "move_mount"),
    *("fsopen", "fsconfig", "fsmount", "fspick", "mount_setattr"),
    *("kexec_load", "kexec_file_load", "init_module", "finit_module", "delete_module", "reboot", "swapon", "swapoff"),
    *("acct", "quotactl", "quotactl_fd", "open_by_handle_at", "name_to_handle_at"),
    *("ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "pidfd_getfd"),
    *("lookup_dcookie", "syslog", "personality", "modify_ldt", "vhangup", "iopl", "ioperm", "uselib", "_sysctl"),
    *("settimeofday", "clock_settime", "clock_adjtime", "adjtimex", "sethostname", "setdomainname"),
    *("mbind", "migrate_pages", "move_pages", "set_mempolicy", "set_mempolicy_home_node"),
    *("fanotify_init", "nfsservctl", "memfd_secret"),
    "io_setup",  # fs.aio-max-nr is one number for the whole machine
)
"""Refused with EPERM, whatever the arguments."""

NEW_NAMESPACES = 0x7E020000
"""Every CLONE_NEW* flag that `clone` knows: mount, cgroup, uts, ipc, user, pid, net."""
TERMINAL_INJECTION = (0x5412, 0x541C)
"""TIOCSTI and TIOCLINUX: they type into the terminal of whoever started us."""
UNIX, INET, INET6, NETLINK = 1, 2, 10, 16
TYPES = (1, 2, 3)
"""Stream, datagram, raw (which needs a privilege that nobody inside has)."""
PROTOCOLS = (0, 6, 17)
"""Default, TCP, UDP. Any other makes the kernel load a module of its choice."""

ALLOW = 0x7FFF0000
_ERRNO = 0x00050000
_LOAD, _AND, _EQUAL, _AT_LEAST, _ANY_BIT, _JUMP, _RETURN = 0x20, 0x54, 0x15, 0x35, 0x45, 0x05, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_X32_BIT = 0x40000000


@dataclass(frozen=True)
class _Line:
    code: int
    value: int
    then: str | None = None
    otherwise: str | None = None


class Assembler:
    """Classic BPF with labels in place of distances. A jump without a label goes on with the next line."""

    def __init__(self) -> None:
        self._lines: list[_Line] = []
        self._labels: dict[str, int] = {}

    def label(self, name: str) -> None:
        """The next line is called `name`."""
        self._labels[name] = len(self._lines)

    def add(self, code: int, value: int, then: str | None = None, otherwise: str | None = None) -> None:
        """One instruction. Jumps only go forward: BPF knows no others."""
        self._lines.append(_Line(code, value, then, otherwise))

    def assemble(self) -> bytes:
        """The program as the kernel's `struct sock_filter[]`."""
        return b"".join(self._encoded(index, line) for index, line in enumerate(self._lines))

    def _encoded(self, index: int, line: _Line) -> bytes:
        if line.code == _JUMP:
            return struct.pack("<HBBI", line.code, 0, 0, self._distance(index, line.then))
        then, otherwise = (self._distance(index, label) for label in (line.then, line.otherwise))
        if max(then, otherwise) > 255:
            raise ValueError(f"line {index} jumps too far: {line.then} or {line.otherwise}")
        return struct.pack("<HBBI", line.code, then, otherwise, line.value)

    def _distance(self, index: int, label: str | None) -> int:
        return 0 if label is None else self._labels[label] - index - 1


def program(machine: str = platform.machine()) -> bytes:
    """The filter for bubblewrap's `--seccomp`. Raises `RunnerFailed` on a machine whose calls are not known."""
    try:
        number = numbers(machine)
    except KeyError:
        known = ", ".join(AUDIT_ARCHITECTURE)
        raise RunnerFailed(f"no seccomp filter for a {machine} machine; there is one for {known}") from None
    code = Assembler()
    code.add(_LOAD, _ARCHITECTURE)
    code.add(_EQUAL, AUDIT_ARCHITECTURE[machine], otherwise="refuse")
    code.add(_LOAD, _NUMBER)
    if machine == "x86_64":
        code.add(_AT_LEAST, _X32_BIT, then="refuse")
    for name in ("clone", "ioctl", "socket", "socketpair", "clone3"):
        code.add(_EQUAL, number[name], then=name)
    for name in DENIED:
        if name in number:
            code.add(_EQUAL, number[name], then="refuse")
    code.add(_RETURN, ALLOW)
    code.label("clone")
    _load_argument(code, 0)
    code.add(_ANY_BIT, NEW_NAMESPACES, then="refuse", otherwise="allow")
    code.label("ioctl")
    _load_argument(code, 1)
    for request in TERMINAL_INJECTION:
        code.add(_EQUAL, request, then="refuse")
    code.add(_JUMP, 0, then="allow")
    _check_socket(code)
    for label, answer in (
        ("allow", ALLOW),
        ("refuse", _ERRNO | errno.EPERM),
        ("clone3", _ERRNO | errno.ENOSYS),
        ("family", _ERRNO | errno.EAFNOSUPPORT),
        ("protocol", _ERRNO | errno.EPROTONOSUPPORT),
    ):
        code.label(label)
        code.add(_RETURN, answer)
    return code.assemble()


def _check_socket(code: Assembler) -> None:
    code.label("socket")
    code.label("socketpair")
    _load_argument(code, 0)
    code.add(_EQUAL, UNIX, then="allow")
    code.add(_EQUAL, NETLINK, then="netlink")
    code.add(_EQUAL, INET, then="internet")
    code.add(_EQUAL, INET6, then="internet", otherwise="family")
    code.label("netlink")
    _load_argument(code, 2)
    code.add(_EQUAL, 0, then="allow", otherwise="protocol")
    code.label("internet")
    _load_argument(code, 1)
    code.add(_AND, 0xF)
    for kind in TYPES[:-1]:
        code.add(_EQUAL, kind, then="known type")
    code.add(_EQUAL, TYPES[-1], then="known type", otherwise="protocol")
    code.label("known type")
    _load_argument(code, 2)
    for protocol in PROTOCOLS:
        code.add(_EQUAL, protocol, then="allow")
    code.add(_JUMP, 0, then="protocol")


def _load_argument(code: Assembler, index: int) -> None:
    """The low half of an argument: flags, families and requests are 32 bits, and the kernel looks at no more."""
    code.add(_LOAD, _ARGUMENTS + 8 * index)

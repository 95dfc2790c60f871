"""Opening a path that somebody hostile controls: the kernel resolves it below one folder, and over no link.

openat2(2), which Python's library does not have. Linux 5.6 or newer.
"""

from __future__ import annotations

import ctypes
import errno
import os

from ...protocol import RunnerFailed

OPENAT2 = 437
"""The number of the call, the same on every machine."""
NO_OTHER_MOUNT, NO_MAGIC_LINK, NO_LINK, BENEATH = 1, 2, 4, 8
REFUSED = {
    errno.ELOOP: "a link leads there",
    errno.EXDEV: "it lies outside, or in another mount",
    errno.ENXIO: "it is neither a file nor a folder",
    errno.ENOTDIR: "it is no folder, or a link leads there",
}
"""What the kernel's answers mean here."""
TRIES = 16
"""The kernel gives up (EAGAIN) when a folder above is renamed meanwhile; a program can do that for ever."""

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long


class _How(ctypes.Structure):
    """struct open_how."""

    _fields_ = (("flags", ctypes.c_uint64), ("mode", ctypes.c_uint64), ("resolve", ctypes.c_uint64))


def open_in(folder: int, path: str, flags: int, *, other_mounts: bool = False) -> int:
    """A descriptor of `path` below the folder that the descriptor `folder` is of. Raises OSError when it leads over a
    link, out of the folder, or (unless `other_mounts`) into another mount; `RunnerFailed` where the kernel has no such
    call."""
    resolve = NO_LINK | NO_MAGIC_LINK | BENEATH | (0 if other_mounts else NO_OTHER_MOUNT)
    how = _How(flags | os.O_NOFOLLOW | os.O_CLOEXEC, 0, resolve)
    encoded = ctypes.create_string_buffer(os.fsencode(path))
    for _ in range(TRIES):
        opened: int = _libc.syscall(
            ctypes.c_long(OPENAT2),
            ctypes.c_long(folder),
            encoded,
            ctypes.byref(how),
            ctypes.c_size_t(ctypes.sizeof(how)),
        )
        if opened >= 0:
            return opened
        number = ctypes.get_errno()
        if number != errno.EAGAIN:
            break
    if number == errno.ENOSYS:
        raise RunnerFailed(
            "files cannot be taken out of a sandbox safely: this kernel has no openat2 (Linux 5.6 or newer has)"
        )
    raise OSError(number, os.strerror(number), path)

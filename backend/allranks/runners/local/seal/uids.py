"""One user id a sandbox, from a range that nobody else uses."""

from __future__ import annotations

import pwd
import socket
from contextlib import suppress

from ....protocol import RunnerFailed


class UidPool:
    """User ids of `count` from `first` on, each held by one sandbox at a time.

    Two servers of one machine may be given the same range: an id is held by binding a name in the abstract socket
    namespace, which the kernel gives back with the process that held it.
    """

    def __init__(self, first: int, count: int) -> None:
        self._range = range(first, first + count)
        self._held: dict[int, socket.socket] = {}
        self._next = 0

    @property
    def held(self) -> frozenset[int]:
        """The ids that sandboxes of this server have now."""
        return frozenset(self._held)

    def take(self) -> int:
        """An id that no other sandbox has. Raises `RunnerFailed` when none is left."""
        for step in range(len(self._range)):
            uid = self._range[(self._next + step) % len(self._range)]
            if uid not in self._held and not _belongs_to_somebody(uid) and (lease := _lease(uid)) is not None:
                self._held[uid] = lease
                self._next = (self._next + step + 1) % len(self._range)
                return uid
        span = f"{self._range.start} to {self._range.stop - 1}"
        raise RunnerFailed(f"no user id is left for another sandbox: {span} are all in use")

    def give_back(self, uid: int) -> None:
        """Let another sandbox have `uid`. No process of it may be left."""
        self._held.pop(uid).close()


def _belongs_to_somebody(uid: int) -> bool:
    with suppress(KeyError):
        return bool(pwd.getpwuid(uid))
    return False


def _lease(uid: int) -> socket.socket | None:
    lease = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    try:
        lease.bind(f"\0allranks-uid-{uid}")
    except OSError:
        lease.close()
        return None
    return lease

"""Level B or C: bubblewrap holds a sandbox, in namespaces of its own.

warden ─► launcher (joins the cgroup, takes the user id) ─► bwrap, outside ─► bwrap, process 1 inside ─► command
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from ....protocol import Limits, RunnerFailed, SandboxLevel
from ..enclosure import Cell, Counters, Enclosure, Places
from ..sweep import MARK
from . import seccomp
from .cgroups import Cgroups, Group
from .command import GIVEN, HOME, SOCKET, TEMPORARY, Descriptors, arguments_descriptor, counted, launch, options
from .selftest import ISOLATING, broken, self_test
from .uids import UidPool
from .view import View

logger = logging.getLogger(__name__)

ISOLATION = (
    "Sandboxed: each program has its own user, network, processes and files{limits}; it sees no file of the server "
    "and reaches no network. It shares this machine's kernel: who breaks that breaks out."
)
LIMITED = ", and its memory, processes and CPU time are limited by the kernel"
SIGNAL_BASE = 128
UNLIMITED = ", but its memory is only watched and not limited by the kernel"


@dataclass
class SealedCell(Cell):
    """A cell with a cgroup and a user id to let go of."""

    group: Group | None = field(default=None)
    uid: int | None = field(default=None)
    pool: UidPool | None = field(default=None)
    descriptors: Descriptors = field(default_factory=Descriptors)

    def close_inherited(self) -> None:
        self.descriptors.close()

    def read_status(self, status: dict[str, Any] | None) -> dict[str, Any] | None:
        code = status.get("exit_code") if status else None
        if status is None or code is None or (number := signal_in(code)) is None:
            return status
        return {**status, "exit_code": None, "signal": number}

    def counters(self) -> Counters:
        return self.group.counters() if self.group else Counters()

    def favour(self, live: bool) -> bool:
        return self.group is not None and self.group.favour(live)

    def close(self) -> None:
        self.close_inherited()
        emptied = self.group.remove() if self.group else True
        if self.uid is not None and self.pool is not None and emptied:
            self.pool.give_back(self.uid)


def signal_in(code: int) -> int | None:
    """The signal that killed a program, from bubblewrap's own exit status: it says 128 + N, as a shell does."""
    return code - SIGNAL_BASE if SIGNAL_BASE < code <= SIGNAL_BASE + signal.NSIG else None


class Bubblewrap(Enclosure):
    """Namespaces and seccomp; with `cgroups` limits too; with `uids` (a server that is root) a user id a sandbox."""

    def __init__(self, executable: str, view: View, *, cgroups: Cgroups | None, uids: UidPool | None) -> None:
        self._executable = executable
        self._view = view
        self._cgroups = cgroups
        self._uids = uids
        self.level: SandboxLevel = "B" if cgroups else "C"
        self.watch_memory = cgroups is None
        self.isolation = ISOLATION.format(limits=LIMITED if cgroups else UNLIMITED)

    def places(self, folder: Path) -> Places:
        return Places(home=HOME, temporary=TEMPORARY, socket=SOCKET, given=GIVEN)

    def open(
        self, folder: Path, run_id: str, command: Sequence[str], environment: Mapping[str, str], limits: Limits
    ) -> Cell:
        if self.failing is not None:
            raise RunnerFailed(f"the sandbox does not hold any more: {self.failing}")
        cell = SealedCell(argv=[], environment={"PATH": os.defpath, MARK: run_id}, pool=self._uids)
        try:
            cell.uid = self._uids.take() if self._uids else None
            cell.group = self._cgroups.make(folder.name, limits) if self._cgroups else None
            socket, given = folder / "host", folder / "given"
            shown = {str(socket): SOCKET, **({str(given): GIVEN} if given.is_dir() else {})}
            if cell.uid is not None:
                folder.chmod(0o711)
                for path in [socket, given, *given.rglob("*")] if given.is_dir() else [socket]:
                    os.chown(path, cell.uid, cell.uid, follow_symlinks=False)
            user = os.geteuid() if cell.uid is None else cell.uid
            held = cell.descriptors
            arguments = options(self._view, limits, environment, shown, user, seccomp.program(), held)
            bwrap = [self._executable, "--args", arguments_descriptor(arguments, held)]
            cell.inherited = held.numbers
            cell.argv = launch(
                sys.executable,
                join=cell.group.joined_by if cell.group else [],
                uid=cell.uid,
                read=[self._executable, *self._view.must_read, *shown],
                command=[*bwrap, "--", *(command if cell.group else counted(command, limits.processes))],
            )
        except BaseException:
            cell.close()
            raise
        return cell

    def check(self) -> None:
        try:
            findings = self_test(self)
        except RunnerFailed as error:
            self.failing = str(error)
        else:
            held = findings if self._cgroups else [finding for finding in findings if finding.promise in ISOLATING]
            self.failing = broken(held)

    def sweep(self) -> None:
        for name in self._cgroups.sweep() if self._cgroups else []:
            logger.info("a control group of a server that is gone was removed: %s", name)

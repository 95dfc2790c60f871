"""How well programs can be held on this machine: the best enclosure that proves itself, and what a better one needs."""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path

from ....protocol import RunnerFailed
from ..enclosure import Enclosure
from ..plain import Plain
from .bubblewrap import Bubblewrap
from .cgroup_versions import find_cgroups
from .cgroups import Cgroups, Unusable
from .selftest import ISOLATING, LIMITING, Finding, self_test
from .uids import UidPool
from .view import find_view

FIRST_UID, UIDS = 60_600, 500
"""User ids that no distribution gives out by itself: above people's (60000), below systemd's own (61184)."""
DELEGATE = (
    "start it with `systemd-run --user --scope --property=Delegate=yes`, put Delegate=yes into its unit, "
    "or mount a writable cgroup into its container"
)


@dataclass(frozen=True)
class Found:
    """The enclosure to use, and how it was found to be the best."""

    enclosure: Enclosure
    findings: tuple[Finding, ...]
    """Of the enclosure's own self-test; empty at level D."""
    parts: tuple[str, ...] = ()
    """What it is made of, as a person calls it."""


def find_enclosure(executable: str | None = None) -> Found:
    """Try the levels from the best one down. `executable` is bubblewrap's (default: the one on the path). Blocks for
    about a second. Never raises: level D is always there."""
    if not sys.platform.startswith("linux"):
        return _none(f"{sys.platform} has no namespaces: use Linux, or the docker image")
    executable = executable or shutil.which("bwrap")
    if executable is None:
        return _none("bubblewrap is not installed: install the package bubblewrap")
    cgroups: Cgroups | None = None
    try:
        cgroups, why = find_cgroups(), ""
    except Unusable as error:
        why = str(error)
    tries = [cgroups, None] if cgroups else [None]
    for possible in tries:
        enclosure = Bubblewrap(executable, find_view(), cgroups=possible, uids=_uids())
        try:
            findings = self_test(enclosure)
        except (RunnerFailed, OSError) as error:
            why = str(error)
            continue
        if escaped := [finding for finding in findings if finding.promise in ISOLATING and not finding.held]:
            why = "; ".join(f"{finding.sentence} did not hold ({finding.seen})" for finding in escaped)
            continue
        unlimited = [finding for finding in findings if finding.promise in LIMITING and not finding.held]
        if possible is not None and unlimited:
            why = "; ".join(f"it is not so that {finding.sentence} ({finding.seen})" for finding in unlimited)
            continue
        if possible is None:
            enclosure.missing = f"the kernel limits no memory here ({why}): {DELEGATE}"
        return Found(enclosure, tuple(findings), tuple(_parts(executable, possible)))
    return _none(f"bubblewrap cannot hold a program here ({why}): {namespaces_hint()}")


def _none(missing: str) -> Found:
    plain = Plain()
    plain.missing = missing
    return Found(plain, ())


def _parts(executable: str, cgroups: Cgroups | None) -> list[str]:
    uids = [f"a user id of its own for each sandbox ({FIRST_UID} to {FIRST_UID + UIDS - 1})"] if _uids() else []
    return [f"bubblewrap ({executable})", *([cgroups.version] if cgroups else []), *uids]


def _uids() -> UidPool | None:
    return UidPool(FIRST_UID, UIDS) if os.geteuid() == 0 else None


def namespaces_hint(proc: Path = Path("/proc")) -> str:
    """What this kernel's settings say about namespaces, and how to change it."""
    for setting, closed, todo in (
        ("kernel/apparmor_restrict_unprivileged_userns", "1", "sysctl kernel.apparmor_restrict_unprivileged_userns=0"),
        ("kernel/unprivileged_userns_clone", "0", "sysctl kernel.unprivileged_userns_clone=1"),
        ("user/max_user_namespaces", "0", "sysctl user.max_user_namespaces=10000"),
    ):
        file = proc / "sys" / setting
        if file.is_file() and file.read_text().strip() == closed:
            return f"let it make user namespaces ({todo})"
    return "in a container, allow user namespaces (seccomp and AppArmor profiles may forbid them)"

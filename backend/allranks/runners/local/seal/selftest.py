"""Whether a sandbox holds here, found by trying to get out of one.

Things to reach are laid out where this process can reach them (which is tried first, so that a promise cannot hold by
accident), then a small program in a real cell goes for them and past its limits.
"""

from __future__ import annotations

import json
import os
import secrets
import socket
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ....protocol import Limits, RunnerFailed
from ..enclosure import Enclosure
from .mini import MiniResult, run_mini

PROBE = Path(__file__).with_name("probe.py")
MEBIBYTE = 2**20
LIMITS = Limits(
    memory_bytes=64 * MEBIBYTE,
    processes=24,
    shm_bytes=MEBIBYTE,
    home_bytes=MEBIBYTE,
    temporary_bytes=MEBIBYTE,
)
SECONDS = 20.0

ISOLATING = {
    "files": "files of this machine cannot be read",
    "network": "ports of this machine cannot be reached",
    "sockets": "sockets of this machine cannot be reached",
    "environment": "the server's environment cannot be read",
    "system": "the system cannot be written to",
    "kernel": "what no namespace holds is refused by seccomp",
}
"""The promises of level C. All must hold, or nothing is sealed."""
LIMITING = {"processes": "the number of processes is limited", "memory": "memory is limited"}
"""What level B adds."""


@dataclass(frozen=True)
class Finding:
    """One promise, whether it held, and what was seen."""

    promise: str
    """A key of `ISOLATING` or `LIMITING`."""
    held: bool
    seen: str

    @property
    def sentence(self) -> str:
        """The promise in words."""
        return {**ISOLATING, **LIMITING}[self.promise]


def self_test(enclosure: Enclosure, limits: Limits = LIMITS, seconds: float = SECONDS) -> list[Finding]:
    """Try to break every promise from inside. Blocks for about 0.3 s. Raises `RunnerFailed` when no sandbox starts.

    Call it from a thread that waits for it: the sandbox dies with the thread that started it.
    """
    with _targets() as targets:
        wanted = {**targets, "processes": 2 * limits.processes, "memory_bytes": 2 * limits.memory_bytes}
        try:
            result = run_mini(
                enclosure,
                PROBE.read_text(),
                limits=limits,
                seconds=seconds,
                arguments=[json.dumps(wanted)],
                extra_environment={"ALLRANKS_CANARY": targets["secret"]},
            )
        except OSError as error:
            raise RunnerFailed(f"no sandbox could be started: {error}") from error
        findings = _findings(result)
        made = _marks(targets)
    if not made:
        return findings
    found = Finding("system", False, f"a file was made in {made[0].parent}")
    return [found if finding.promise == "system" else finding for finding in findings]


def broken(findings: list[Finding]) -> str | None:
    """What did not hold, in one sentence, or None."""
    return (
        "; ".join(f"not true that {finding.sentence}: {finding.seen}" for finding in findings if not finding.held)
        or None
    )


def _findings(result: MiniResult) -> list[Finding]:
    seen: dict[str, Finding] = {}
    for line in result.stdout.splitlines():
        said: dict[str, Any] = json.loads(line)
        seen[said["promise"]] = Finding(said["promise"], said["held"], said["seen"])
    if not seen:
        words = result.stderr.strip().splitlines()
        raise RunnerFailed(f"no sandbox could be started: {words[-1] if words else 'it said nothing'}")
    unseen = "it was not tried: the probe ended before"
    return [seen.get(promise, Finding(promise, False, unseen)) for promise in (*ISOLATING, *LIMITING)]


def _marks(targets: dict[str, Any]) -> list[Path]:
    """The files that the probe made and that are there for everybody; they are removed. In a checkout below /tmp it can
    make one in a folder of its own that only looks the same."""
    made = [mark for folder in targets["folders"] if (mark := Path(folder) / targets["mark"]).exists()]
    for mark in made:
        mark.unlink()
    return made


@contextmanager
def _targets() -> Generator[dict[str, Any]]:
    """Things that can be reached from outside a sandbox. Raises `RunnerFailed` when they cannot."""
    secret = secrets.token_hex(16)
    name = f"allranks-canary-{secret}"
    with (
        tempfile.TemporaryDirectory(prefix="ar-canary-") as folder,
        socket.create_server(("127.0.0.1", 0)) as server,
        socket.socket(socket.AF_UNIX) as named,
    ):
        Path(folder).chmod(0o755)
        file = Path(folder) / "canary"
        file.write_text(secret)
        port = server.getsockname()[1]
        if sys.platform.startswith("linux"):
            named.bind("\0" + name)
            named.listen(1)
        try:
            socket.create_connection(("127.0.0.1", port), timeout=2).close()
        except OSError as error:
            raise RunnerFailed(f"the self-test could not reach its own port: {error}") from error
        folders = ["/", "/usr", "/etc", "/dev", sys.prefix, str(PROBE.parent), os.fspath(Path.cwd())]
        mark = f"allranks-probe-{secret}"
        yield {"file": str(file), "port": port, "name": name, "secret": secret, "folders": folders, "mark": mark}

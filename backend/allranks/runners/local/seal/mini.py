"""A small Python program in a real cell, without Ray: how the seal tests itself, how our tests attack it, and where an
exercise's own program looks at a checkpoint."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from ....protocol import Limits
from ..enclosure import Cell, Counters, Enclosure
from ..environment import environment, resource_limits
from ..sweep import folder_prefix

WARDEN = Path(__file__).parents[1] / "warden.py"
KILL_SECONDS = 15.0


@dataclass(frozen=True)
class MiniResult:
    """How a mini sandbox ended. `exit_code` is the program's own, -N when signal N killed it, None when it had to be
    killed."""

    exit_code: int | None
    stdout: str
    stderr: str
    counters: Counters
    seconds: float
    timed_out: bool

    @property
    def signal(self) -> int | None:
        """The signal that ended the program."""
        return -self.exit_code if self.exit_code is not None and self.exit_code < 0 else None


@dataclass
class Mini:
    """One started mini sandbox. `wait` ends it and removes everything that it had."""

    folder: Path
    cell: Cell
    process: subprocess.Popen[bytes]
    status_end: int
    listening: socket.socket
    """The Unix socket that is `/ev/host` inside."""
    output: IO[bytes]
    error: IO[bytes]
    began: float = field(default_factory=time.monotonic)

    def wait(self, seconds: float = 10.0) -> MiniResult:
        """Wait for its end, at most `seconds`; then it is killed."""
        timed_out = False
        try:
            self.process.wait(timeout=max(0.0, self.began + seconds - time.monotonic()))
        except subprocess.TimeoutExpired:
            timed_out = True
            self.process.terminate()
            self._wait_for_the_end()
        took = time.monotonic() - self.began
        code = None
        with os.fdopen(self.status_end, "rb") as status:
            os.set_blocking(status.fileno(), False)
            with suppress(ValueError):
                code = json.loads(status.read() or b"null")
        counters = self.cell.counters()
        self.cell.close()
        self.listening.close()
        shutil.rmtree(self.folder, ignore_errors=True)
        return MiniResult(
            exit_code=_exit_code(self.cell.read_status(code)),
            stdout=_read(self.output),
            stderr=_read(self.error),
            counters=counters,
            seconds=took,
            timed_out=timed_out,
        )

    def _wait_for_the_end(self) -> None:
        try:
            self.process.wait(timeout=KILL_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def start_mini(
    enclosure: Enclosure,
    program: str,
    *,
    limits: Limits | None = None,
    arguments: Sequence[str] = (),
    extra_environment: Mapping[str, str] | None = None,
    stdin: int = subprocess.DEVNULL,
    folder: Path | None = None,
    packages: bool = False,
) -> Mini:
    """Start `program` (Python) in a cell below the warden, as a run is started. `arguments` are its
    `sys.argv[1:]`; `extra_environment` is the warden's alone, and must not be seen inside. `folder`, outside, may hold
    what it is given; it is removed with the mini. With `packages` it can import what is installed. What it writes goes
    to files, so the limit of their size bounds it. Call from a thread that waits for the mini: it dies with the thread
    that started it. Raises OSError or RunnerFailed."""
    limits = limits or Limits()
    folder = folder or Path(tempfile.mkdtemp(prefix=folder_prefix()))
    listening = socket.socket(socket.AF_UNIX)
    cell = None
    output, error = _written("output"), _written("error")
    read_end, write_end = os.pipe()
    try:
        listening.bind(str(folder / "host"))
        listening.listen(16)
        variables = environment(enclosure.places(folder), str(folder))
        command = [sys.executable, "-P" if packages else "-S", "-c", program, *arguments]
        cell = enclosure.open(folder, str(folder), command, variables, limits)
        process = subprocess.Popen(
            [
                *(sys.executable, "-I", "-S", str(WARDEN), str(write_end)),
                *(json.dumps(resource_limits(limits)), "--", *cell.argv),
            ],
            stdin=stdin,
            stdout=output,
            stderr=error,
            pass_fds=(write_end, *cell.inherited),
            env={**cell.environment, **(extra_environment or {})},
        )
    except BaseException:
        os.close(read_end)
        output.close()
        error.close()
        listening.close()
        if cell is not None:
            cell.close()
        shutil.rmtree(folder, ignore_errors=True)
        raise
    finally:
        os.close(write_end)
        if cell is not None:
            cell.close_inherited()
    return Mini(folder, cell, process, read_end, listening, output, error)


def run_mini(
    enclosure: Enclosure,
    program: str,
    *,
    limits: Limits | None = None,
    seconds: float = 10.0,
    extra_environment: Mapping[str, str] | None = None,
    arguments: Sequence[str] = (),
) -> MiniResult:
    """Start a mini sandbox and wait for its end."""
    mini = start_mini(enclosure, program, limits=limits, arguments=arguments, extra_environment=extra_environment)
    return mini.wait(seconds)


def _written(name: str) -> IO[bytes]:
    """A file without a place on the disk: what is written there counts as memory of the cell that writes it."""
    if sys.platform == "linux":
        return os.fdopen(os.memfd_create(name), "w+b")
    return tempfile.TemporaryFile()


def _read(file: IO[bytes]) -> str:
    """All of it, and close it."""
    with file:
        file.seek(0)
        return file.read().decode(errors="replace")


def _exit_code(status: dict[str, Any] | None) -> int | None:
    """A status line as one number."""
    if status is None:
        return None
    return status["exit_code"] if status["signal"] is None else -int(status["signal"])

"""One private single-node Ray per run, started fresh, in plain processes of the server's own user."""

from __future__ import annotations

import asyncio
import signal
import tempfile
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

from ...protocol import Event, Job, LogWritten, PhaseChanged, ProgramFailed, RunFinished
from ..base import Runner
from .execution import Execution


class LocalRunner(Runner):
    """Runs each job in its own process tree, with a clean environment and rlimits. Not a sandbox."""

    name = "local"
    isolation = (
        "Not sandboxed: programs run as the server's own user, each in its own process tree with a clean environment, "
        "its own Ray and limits on open files and file sizes. They can read and write what that user can, and use "
        "the network. Run only code that you trust."
    )

    def __init__(
        self,
        folder: Path | None = None,
        *,
        in_place: Path | None = None,
        partial_line_seconds: float = 0.1,
        end_seconds: float = 1.5,
    ) -> None:
        """`folder` holds the runs' folders (default: the system's temporary folder; keep it short, Unix socket paths
        may not pass 107 bytes). `in_place` is a file of the caller's own that runs where it lies, with their
        environment, in place of each job's source. A line without its newline is shown after `partial_line_seconds`. A
        warden that does not end within `end_seconds` is helped from outside."""
        self._folder = folder or Path(tempfile.gettempdir())
        self._in_place = in_place.resolve() if in_place else None
        self._partial_line_seconds = partial_line_seconds
        self._end_seconds = end_seconds

    async def execute(self, job: Job) -> AsyncGenerator[Event, None]:
        yield PhaseChanged(phase="cluster")
        try:
            execution = Execution(
                job, self._folder, self._partial_line_seconds, self._end_seconds, in_place=self._in_place
            )
        except OSError as error:
            yield _could_not(error)
            return
        failure: ProgramFailed | None = None
        began = False
        try:
            try:
                await execution.start()
            except Exception as error:  # whatever kept us from starting, the run must say so and end
                yield _could_not(error)
                return
            async for event in execution.events():
                if isinstance(event, ProgramFailed):
                    failure = event
                began = began or (isinstance(event, PhaseChanged) and event.phase == "program")
                yield event
        finally:
            await asyncio.shield(execution.end())
        if execution.output_exceeded:
            yield RunFinished(
                end="output_limit",
                sentence=f"Ended: the program wrote far more than the {job.limits.output_bytes:,} bytes it may.",
                exit_code=None,
            )
            return
        if not began and execution.last_words:
            yield LogWritten(attempt=None, rank=None, stream="stderr", origin="playground", text=execution.last_words)
        yield finished(execution.status, failure, began)


def finished(status: dict[str, Any] | None, failure: ProgramFailed | None, began: bool) -> RunFinished:
    """What the warden's status line means for the learner. `began`: their own code was reached."""
    if status is None:
        return RunFinished(
            end="harness_lost",
            sentence="The process that watches over the program was killed, and the program with it.",
            exit_code=None,
        )
    code, number = status.get("exit_code"), status.get("signal")
    if not began:
        how = f"exit status {code}" if number is None else _signal_name(number)
        return RunFinished(
            end="runner_failed",
            sentence=f"Ray could not be started, so the program did not run ({how}). This is our fault; run again.",
            exit_code=code,
        )
    if number is not None:
        return RunFinished(
            end="harness_lost",
            sentence=f"The program's own process was ended by {_signal_name(number)}, without an exception.",
            exit_code=None,
        )
    if code == 0:
        return RunFinished(end="completed", sentence="The program ran to its end.", exit_code=0)
    if failure is not None:
        own = next((frame for frame in failure.frames if frame.own), None)
        where = f" at {own.file}:{own.line}" if own else ""
        return RunFinished(
            end="program_failed", sentence=f"The program raised {failure.error_type}{where}.", exit_code=code
        )
    return RunFinished(
        end="program_failed", sentence=f"The program ended itself with exit status {code}.", exit_code=code
    )


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"


def _could_not(error: Exception) -> RunFinished:
    return RunFinished(
        end="runner_failed",
        sentence=f"The run could not be set up: {error}. Nothing of the program ran.",
        exit_code=None,
    )

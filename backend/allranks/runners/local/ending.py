"""How a run's end is told: a closed list of ways, a sentence each, with the limit named where one was hit."""

from __future__ import annotations

import signal
from typing import Any

from ...protocol import Limits, ProgramFailed, RunFinished
from .enclosure import Counters


def finished(
    status: dict[str, Any] | None, failure: ProgramFailed | None, began: bool, counters: Counters, limits: Limits
) -> RunFinished:
    """What the warden's status line and the kernel's counters mean for the learner. `began`: their code was reached."""
    code = status.get("exit_code") if status else None
    number = status.get("signal") if status else None
    if not began:
        how = f"exit status {code}" if number is None else _signal_name(number)
        return RunFinished(
            end="runner_failed",
            sentence=f"Ray could not be started, so the program did not run ({how}). This is our fault; run again.",
            exit_code=code,
        )
    if code != 0 and counters.out_of_memory:
        killed = f"{counters.out_of_memory} of its processes killed"
        sentence = f"The program needed more than the {limits.memory_bytes / 2**30:.1f} GiB it may use: {killed}."
        return RunFinished(end="out_of_memory", sentence=sentence, exit_code=code)
    if code != 0 and counters.processes_refused:
        sentence = f"The program wanted more than the {limits.processes:,} processes and threads it may have."
        return RunFinished(end="too_many_processes", sentence=sentence, exit_code=code)
    if status is None or number is not None:
        lost = "The process that watches over the program was killed, and the program with it."
        if number is not None:
            lost = f"The program's own process was ended by {_signal_name(number)}, without an exception."
        return RunFinished(end="harness_lost", sentence=lost, exit_code=None)
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


def too_much_output(limits: Limits) -> RunFinished:
    """The program wrote so much that it was ended."""
    return RunFinished(
        end="output_limit",
        sentence=f"Ended: the program wrote far more than the {limits.output_bytes:,} bytes it may.",
        exit_code=None,
    )


def could_not(error: Exception) -> RunFinished:
    """The run never began, and that is ours."""
    return RunFinished(
        end="runner_failed",
        sentence=f"The run could not be set up: {error}. Nothing of the program ran.",
        exit_code=None,
    )


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"

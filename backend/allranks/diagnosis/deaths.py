"""What is known of a rank whose process ended without a Python exception: its last words and its last place."""

from __future__ import annotations

import re
from dataclasses import dataclass

from allranks.protocol import Frame

from .logs import last_line, log_of
from .observed import Observed
from .ranks import first_line, own_frame
from .traceback_text import stack_of

_SIGNAL = re.compile(r"\*\*\* (SIG[A-Z]+) received|\b(SIG(?:SEGV|ABRT|BUS|ILL|FPE))\b")
_FATAL = re.compile(r"Fatal Python error: (.+)")
_BY_FAULT = {
    "Segmentation fault": "SIGSEGV",
    "Aborted": "SIGABRT",
    "Bus error": "SIGBUS",
    "Illegal instruction": "SIGILL",
    "Floating-point exception": "SIGFPE",
    "Floating point exception": "SIGFPE",
}
_WHAT = re.compile(
    r"what\(\):\s*(.+)|terminate called after throwing an instance of '([^']+)'|Unhandled exception: (.+)"
)


@dataclass(frozen=True)
class Death:
    """`signal` and `reason` are None where nothing was written of them, `where` where no line is known."""

    rank: int
    signal: str | None
    reason: str | None
    """The text of the native error that nobody caught."""
    where: Frame | None
    seen_there: bool
    """`where` is from a sample that may be older than the death; else from the crash itself."""
    last_line: str | None
    """That the learner's code wrote."""


def death_of(observed: Observed, rank: int) -> Death:
    """Put together what is known of the end of a rank's process in the last attempt."""
    log = log_of(observed, rank)
    signal = _SIGNAL.search(log)
    fatal = _FATAL.search(log)
    what = _WHAT.search(log)
    name = (signal[1] or signal[2]) if signal else _BY_FAULT.get(fatal[1].strip()) if fatal else None
    stack = stack_of(log, observed.file_name, lambda line: _FATAL.search(line) is not None)
    crashed_at = own_frame(stack)
    if crashed_at is not None:
        crashed_at = observed.program.frame(crashed_at.line)
    seen_at = next(
        (
            sample.where
            for sample in reversed(observed.samples)
            if sample.rank == rank and sample.attempt == observed.attempt
        ),
        None,
    )
    words = _program_words(last_line(observed, rank))
    return Death(
        rank=rank,
        signal=name,
        reason=first_line(next(group for group in what.groups() if group)) if what else None,
        where=crashed_at or seen_at,
        seen_there=crashed_at is None,
        last_line=words,
    )


def _program_words(line: str | None) -> str | None:
    """Not what the crash itself wrote."""
    if line is None or re.match(r"\*\*\* SIG|PC: @|@\s+0x|Fatal Python|Extension modules|File \"|\s*/\S+\.so", line):
        return None
    return line

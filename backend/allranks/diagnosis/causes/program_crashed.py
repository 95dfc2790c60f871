"""The process that runs the learner's file was ended by a signal."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.logs import log_of
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import first_line, own_frame
from allranks.diagnosis.traceback_text import stack_of
from allranks.protocol import Diagnosis, Frame

_SIGNAL = re.compile(r"\bSIG[A-Z]+\b")
_FATAL = "Fatal Python error"


class ProgramCrashed(Cause):
    """The driver, not a rank: with it the whole run ended, and no exception was raised. Python's fault handler may have
    written where it was."""

    id: ClassVar[str] = "program_crashed"
    order: ClassVar[int] = 190

    def find(self, observed: Observed) -> list[Finding]:
        if observed.finished is None or observed.finished[1].end != "harness_lost":
            return []
        sentence = observed.finished[1].sentence
        signal = _SIGNAL.search(sentence)
        where = _crashed_at(observed) or _ends_itself(observed)
        at = f" at line {where.line}" if where else ""
        name = signal[0] if signal else "a signal"
        written = [line for line in log_of(observed, None, own=True).splitlines() if line.strip()]
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"The program's own process was ended by {name}{at}",
            what_happened=(
                f"{sentence} It was the process that runs the file itself, the driver; the ranks ended with it. "
                + ("SIGKILL is what `os.kill` and a kernel without memory send." if name == "SIGKILL" else "")
            ).strip(),
            evidence=[f"the last line that it wrote: {first_line(written[-1])}"] if written else [],
            where=where,
            ranks=[],
            mend=(
                "Look at what calls native code (ctypes, a package of C) or ends processes in the part of the file "
                "outside the loop. Comment it out step by step: no traceback says more."
            ),
            sketch=None,
        )
        failed = frozenset({observed.program_failure[0]}) if observed.program_failure else frozenset()
        return [Finding(diagnosis, observed.end | failed | {seq for seq, _ in observed.worker_failures})]


def _crashed_at(observed: Observed) -> Frame | None:
    stack = stack_of(log_of(observed, None), observed.file_name, lambda line: _FATAL in line)
    frame = own_frame(stack)
    return observed.program.frame(frame.line) if frame else None


def _ends_itself(observed: Observed) -> Frame | None:
    """The only place of the file that sends a signal, if it is outside the loop."""
    found = [call for name in ("kill", "abort", "killpg") for call in observed.program.calls(name)]
    if len(found) != 1 or observed.program.function(found[0].lineno) in observed.program.loops():
        return None
    return observed.program.frame(found[0].lineno)

"""The program ended itself with a status that says it failed."""

from __future__ import annotations

import ast
import re
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.logs import log_of
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import own_frame
from allranks.protocol import Diagnosis, Frame

_OF_ARGPARSE = 2
_WANTED = re.compile(r"error: the following arguments are required: ([^\n]{1,200})")


class ProgramExited(Cause):
    """`sys.exit` with anything but 0 and None, and no error that would explain it."""

    id: ClassVar[str] = "program_exited"
    order: ClassVar[int] = 950

    def find(self, observed: Observed) -> list[Finding]:
        if observed.finished is None or observed.finished[1].end != "program_failed":
            return []
        frame = None
        message = ""
        explained = observed.end
        if observed.program_failure is not None:
            seq, failure = observed.program_failure
            if failure.error_type != "SystemExit":
                return []
            frame = own_frame(failure.frames)
            message = failure.message
            explained |= {seq}
        frame = frame or _only_exit(observed)
        code = observed.finished[1].exit_code
        wanted = _WANTED.search(log_of(observed, None, own=True)) if code == _OF_ARGPARSE else None
        if wanted is not None:
            return [Finding(_without_arguments(wanted[1], observed), explained)]
        status = "a status other than 0" if code is None else f"status {code}"
        at = f" at line {frame.line}" if frame else ""
        said = f"What it gave as the reason: {message}" if message and message != str(code) else None
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"The program exited with {status}{at}",
            what_happened=(
                f"The program ended itself with {status}{at}. Nothing was raised, so what led there is in its own code."
            ),
            evidence=[f"exit status: {'unknown' if code is None else code}", *([said] if said else [])],
            where=frame,
            ranks=[],
            mend="Look for sys.exit in the file and at the condition before it; status 0 says that all went well.",
            sketch=None,
        )
        return [Finding(diagnosis, explained)]


def _without_arguments(wanted: str, observed: Observed) -> Diagnosis:
    return Diagnosis(
        cause=ProgramExited.id,
        title=f"The program wants arguments, and a run gives it none: {wanted}",
        what_happened=(
            "`argparse` ended the program, as it does when arguments are missing. A run starts the file alone, without "
            "a command line."
        ),
        evidence=[f"exit status: {_OF_ARGPARSE}", f"the following arguments are required: {wanted}"],
        where=observed.program.only_call("parse_args"),
        ranks=[],
        mend="Give each argument a default, or write the values into the file.",
        sketch='parser.add_argument("--epochs", type=int, default=3)\n',
    )


def _only_exit(observed: Observed) -> Frame | None:
    """The one place of the file that ends the program, where there is one."""
    calls = [call for call in observed.program.calls("exit") if ast.unparse(call.func) in ("sys.exit", "exit")]
    raised: list[ast.Raise] = [
        node
        for node in ast.walk(observed.program.tree)
        if isinstance(node, ast.Raise) and node.exc is not None and "SystemExit" in ast.unparse(node.exc)
    ]
    lines = [*(call.lineno for call in calls), *(node.lineno for node in raised)]
    return observed.program.frame(lines[0]) if len(lines) == 1 else None

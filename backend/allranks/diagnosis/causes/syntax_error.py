"""The file is not Python."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import first_line, own_frame
from allranks.protocol import Diagnosis
from trainlint.syntax_kinds import COMMAND_OF_A_NOTEBOOK

_SYNTAX_ERRORS = {"SyntaxError", "IndentationError", "TabError"}
_PLACE = re.compile(r" \([^()]*, line \d+\)$")


class SyntaxErrorInFile(Cause):
    """Python could not read the learner's file, so not one line of it ran."""

    id: ClassVar[str] = "syntax_error"
    order: ClassVar[int] = 100

    def find(self, observed: Observed) -> list[Finding]:
        if observed.program_failure is None or observed.program_failure[1].error_type not in _SYNTAX_ERRORS:
            return []
        seq, failure = observed.program_failure
        frame = own_frame(failure.frames)
        if frame is None or f"({frame.file}, line" not in failure.message:
            return []  # text that the program itself compiled, by eval or an import: not this file
        reason = _PLACE.sub("", first_line(failure.message))
        notebook = re.match(COMMAND_OF_A_NOTEBOOK, frame.text) is not None
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"Line {frame.line} is a command of a notebook, and no Python"
            if notebook
            else f"Line {frame.line} is not valid Python: {reason}",
            what_happened=(
                f"Python could not read the file: {reason}, at line {frame.line}, `{frame.text}`. "
                "Nothing ran, so no worker was started."
            ),
            evidence=[f"{failure.error_type}: {first_line(failure.message)}"],
            where=frame,
            ranks=[],
            mend="Leave it out: what begins with `!` or `%` is for Jupyter and not for Python. Packages are installed "
            "on the machine and not by a program; those of the playground are there already."
            if notebook
            else (
                f"Mend line {frame.line}. A bracket or quote that was opened above and not closed is often reported on "
                "the line after it."
            ),
            sketch=None,
        )
        return [Finding(diagnosis, frozenset({seq}) | observed.end)]

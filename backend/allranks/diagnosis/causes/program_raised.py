"""The program raised an error in the driver."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.linted import quoted, said_at
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import caused_by
from allranks.diagnosis.ranks import full_stop, named_error, own_frame
from allranks.protocol import Diagnosis


class ProgramRaised(Cause):
    """An exception outside the training loop: in the file itself, or passed on by `fit()` with no failed rank known."""

    id: ClassVar[str] = "program_raised"
    order: ClassVar[int] = 900

    def find(self, observed: Observed) -> list[Finding]:
        if observed.program_failure is None or observed.program_failure[1].error_type == "SystemExit":
            return []
        seq, failure = observed.program_failure
        frame = own_frame(failure.frames)
        error = named_error(failure.error_type, failure.message)
        linted = said_at(observed, frame.line) if frame else None
        at = f" at line {frame.line}" if frame else ""
        stopped = (
            f"The program stopped at line {frame.line}, `{frame.text}`, with" if frame else "The program stopped with"
        )
        trained = (
            "The training itself had reported until then."
            if observed.last_reports
            else "No rank had reported anything."
        )
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"The program raised {failure.error_type}{at}",
            what_happened=f"{full_stop(f'{stopped} {error}')} It was raised in the driver, not in a worker. {trained}",
            evidence=[
                f"driver: {error}",
                *caused_by(failure, observed),
                *([quoted(linted)] if linted else []),
            ],
            where=frame or (failure.frames[0] if failure.frames else None),
            ranks=[],
            mend=linted.todo
            if linted and linted.todo
            else (
                f"Mend line {frame.line}; the full traceback is in the log."
                if frame
                else "None of the traceback's lines is in your file; read it in the log from the bottom up."
            ),
            sketch=None,
            page=linted.page or None if linted else None,
        )
        return [Finding(diagnosis, frozenset({seq}) | observed.end)]

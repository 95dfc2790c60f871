"""An error was caught, printed, and not passed on."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.linted import page_of, quoted, said_before
from allranks.diagnosis.logs import log_of
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import capitalised, name_ranks, named_error, own_frame
from allranks.diagnosis.traceback_text import TracedError, traced_errors
from allranks.protocol import Diagnosis, Frame

_RULE = "RTL114"


class ErrorSwallowed(Cause):
    """A traceback with the learner's lines stands in the log, and no rank failed: `except` printed it and went on, or
    ended the program by itself. Where that was meant this is no more than advice."""

    id: ClassVar[str] = "error_swallowed"
    order: ClassVar[int] = 940

    def find(self, observed: Observed) -> list[Finding]:
        if observed.finished is None or observed.worker_failures or observed.finished[1].end not in _ENDS:
            return []
        failure = observed.program_failure
        if failure is not None and failure[1].error_type != "SystemExit":
            return []
        groups: dict[tuple[str, str, Frame | None], list[int | None]] = {}
        for rank in (*range(observed.world_size), None):
            for error in _printed(observed, rank):
                frame = own_frame(list(error.frames))
                groups.setdefault((error.error_type, error.message, frame), []).append(rank)
        if not groups:
            return []
        completed = observed.finished[1].end == "completed"
        (error_type, message, frame), ranks = list(groups.items())[-1]
        of_ranks = sorted({rank for rank in ranks if rank is not None})
        who = capitalised(name_ranks(of_ranks)) if of_ranks else "The program"
        linted = said_before(observed, (_RULE,))
        at = f" at line {frame.line}" if frame else ""
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"{who} printed {error_type}{at} and {'went on' if completed else 'ended without it'}",
            what_happened=(
                f"{who} raised {named_error(error_type, message)}. Something caught it and printed it, "
                "so Ray Train and this page saw no failure. "
                + (
                    "A rank that goes on after an error is at another step than the others."
                    if of_ranks
                    else "Its exit status is all that is left of it."
                )
            ),
            evidence=[
                *(f"{_who(rank)}: {named_error(error_type, message)}" for rank in dict.fromkeys(ranks)),
                *([quoted(linted)] if linted else []),
            ],
            where=frame and observed.program.frame(frame.line),
            ranks=of_ranks,
            mend="Raise it again after printing (`raise`), or leave the `except` out: Ray Train shows it too.",
            sketch=f"try:\n    ...\nexcept {error_type}:\n    traceback.print_exc()\n    raise\n",
            page=page_of(_RULE),
            advice=completed,
        )
        explains = frozenset() if completed else observed.end | ({failure[0]} if failure else set())
        return [Finding(diagnosis, explains)]


_ENDS = ("completed", "program_failed")


def _printed(observed: Observed, rank: int | None) -> list[TracedError]:
    """Errors in what a rank's own code wrote that have a line of the learner's."""
    text = log_of(observed, rank, own=True)
    return [error for error in traced_errors(text, observed.file_name) if own_frame(list(error.frames))]


def _who(rank: int | None) -> str:
    return "driver" if rank is None else f"rank {rank}"

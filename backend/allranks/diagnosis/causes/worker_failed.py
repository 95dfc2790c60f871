"""A worker failed outside the learner's lines."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import (
    capitalised,
    full_stop,
    lost_its_peer,
    name_ranks,
    named_error,
    own_frame,
    process_is_gone,
)
from allranks.protocol import Diagnosis


class WorkerFailedElsewhere(Cause):
    """A rank whose error has no line of the learner's and whose process did not die: Ray Train itself gave it up, or a
    library's thread raised."""

    id: ClassVar[str] = "worker_failed"
    order: ClassVar[int] = 700

    def find(self, observed: Observed) -> list[Finding]:
        unexplained = [
            (seq, failure)
            for seq, failure in observed.worker_failures
            if own_frame(failure.frames) is None and not process_is_gone(failure) and not lost_its_peer(failure)
        ]
        if not unexplained:
            return []
        failures = [failure for _, failure in unexplained]
        ranks = sorted({failure.rank for failure in failures})
        who = capitalised(name_ranks(ranks))
        error = full_stop(named_error(failures[0].error_type, failures[0].message))
        errors = [f"rank {failure.rank}: {named_error(failure.error_type, failure.message)}" for failure in failures]
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"{who} failed outside your file",
            what_happened=(
                f"{who} failed with {error} No line of the "
                "traceback is in your file: this was raised by Ray Train or a library while it worked for you."
            ),
            evidence=errors,
            where=next((failure.frames[0] for failure in failures if failure.frames), None),
            ranks=ranks,
            mend="Read the traceback in the log from the bottom up: its last line names what was not possible.",
            sketch=None,
        )
        return [Finding(diagnosis, frozenset(seq for seq, _ in unexplained) | observed.passed_on | observed.end)]

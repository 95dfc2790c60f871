"""The run was ended because it stood still, or a rank that waited gave up: why it stood still is the reason."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import first_line, gave_up_waiting, lost_its_peer, name_ranks


class StoodStill(Cause):
    """Gloo gives up on the rank that waits, which is the one with more work and has done nothing wrong."""

    id: ClassVar[str] = "stood_still"
    order: ClassVar[int] = 140
    of_cancelled: ClassVar[bool] = True

    def find(self, observed: Observed) -> list[Finding]:
        stopped = observed.stopped
        if stopped is None or not stopped.hang or observed.finished is None or observed.completed:
            return []
        end = observed.finished[1]
        consequences = [
            (seq, failure)
            for seq, failure in observed.worker_failures
            if lost_its_peer(failure) or gave_up_waiting(failure.error_type, failure.message)
        ]
        if end.end in ("idle_limit", "cancelled"):
            told = [f"it was so until the run's end: {end.sentence}"]
        elif consequences and len(consequences) == len(observed.worker_failures):
            first = consequences[0][1]
            told = [
                f"{name_ranks(failure.rank for _, failure in consequences)} waited until this came, a consequence and "
                f"not a cause: {first.error_type}: {first_line(first.message)}"
            ]
        else:
            return []
        diagnosis = stopped.diagnosis.model_copy(
            update={"evidence": [*stopped.diagnosis.evidence, *told], "advice": False}
        )
        explains = observed.end | observed.passed_on | {seq for seq, _ in consequences}
        return [Finding(diagnosis, explains)]

"""The program asked for workers that its cluster can never start, and the run was ended instead of waiting."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.impossible import impossible
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.scaling_place import scaling_place
from allranks.protocol import Diagnosis


class ImpossibleRequest(Cause):
    """More workers, CPUs or GPUs than there are, a resource or a label of no node, or no CPU left for Ray Data."""

    id: ClassVar[str] = "impossible_request"
    order: ClassVar[int] = 2

    def find(self, observed: Observed) -> list[Finding]:
        if observed.requested is None or observed.finished is None or observed.finished[1].end != self.id:
            return []
        refusal = impossible(observed.requested, observed.source)
        if refusal is None:
            return []
        diagnosis = Diagnosis(
            cause=self.id,
            title=refusal.title,
            what_happened=(
                f"`fit()` asked for {refusal.asked}. {refusal.reason} Nothing adds nodes to this cluster, so Ray would "
                "have waited without end and without a word; the run was stopped at once instead."
            ),
            evidence=[f"asked: {refusal.asked}", f"there is: {refusal.offered}"],
            where=scaling_place(observed.source, observed.file_name, refusal.argument, observed.requested.workers),
            ranks=[],
            mend=refusal.mend,
            sketch=refusal.sketch,
        )
        return [Finding(diagnosis, observed.end)]

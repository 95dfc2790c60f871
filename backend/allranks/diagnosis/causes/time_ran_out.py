"""The run was ended at its limit of time."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import name_ranks
from allranks.protocol import Diagnosis

_SHOWN = 8


class TimeRanOut(Cause):
    """It was still running when its time was up: because nothing went on any more, or because there was more to do."""

    id: ClassVar[str] = "time_ran_out"
    order: ClassVar[int] = 150

    def find(self, observed: Observed) -> list[Finding]:
        if observed.finished is None or observed.finished[1].end != "time_limit":
            return []
        sentence = observed.finished[1].sentence
        if observed.stopped is not None:
            stuck = observed.stopped.diagnosis
            diagnosis = stuck.model_copy(
                update={"evidence": [*stuck.evidence, f"it was so until the run's end: {sentence}"], "advice": False}
            )
            return [Finding(diagnosis, observed.end)]
        counts: dict[int, int] = {}
        for report in observed.reports:
            if report.attempt == observed.attempt:
                counts[report.rank] = counts.get(report.rank, 0) + 1
        return [Finding(self._diagnosis(observed, sentence, counts), observed.end)]

    def _diagnosis(self, observed: Observed, sentence: str, counts: dict[int, int]) -> Diagnosis:
        last = {sample.rank: sample for sample in observed.samples if sample.attempt == observed.attempt}
        where = next((sample.where for sample in last.values() if sample.where), None)
        if not observed.attempt:
            so_far = "No worker had been started by then."
        elif not counts:
            so_far = "No rank had reported anything by then."
        else:
            least, most = min(counts.values()), max(counts.values())
            made = f"{most}" if least == most else f"{least} to {most}"
            so_far = f"{name_ranks(counts).capitalize()} had made {made} reports by then."
        return Diagnosis(
            cause=self.id,
            title="The program was still running when its time was up",
            what_happened=f"{sentence} {so_far} A run has a limit here, so that others get their turn.",
            evidence=[
                *(f"rank {rank}: {count} reports" for rank, count in sorted(counts.items())[:_SHOWN]),
                *(
                    f"rank {rank} was last seen in {sample.activity}"
                    + (f", line {sample.where.line}" if sample.where else "")
                    for rank, sample in sorted(last.items())[:_SHOWN]
                ),
            ],
            where=where,
            ranks=[],
            mend=(
                "Do less in one run: fewer epochs, less data, a smaller model. If it should have been "
                "done long before, "
                "look for a loop that does not end, and for a rank that waits for another."
            ),
            sketch=None,
        )

"""The loop ran to its end, and no report of it reached Ray Train."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.linted import quoted, said_before
from allranks.diagnosis.observed import Observed
from allranks.protocol import Diagnosis

_RULES = ("RTL403", "RTL414")


class NothingReported(Cause):
    """`ray.air.session.report` and `ray.tune.report` can be called in a worker of Train V2, and nothing comes of it.
    Said where the linter saw such a call and no report was seen in the whole run."""

    id: ClassVar[str] = "nothing_reported"
    order: ClassVar[int] = 1080

    def find(self, observed: Observed) -> list[Finding]:
        linted = said_before(observed, _RULES)
        if (
            not (observed.completed and observed.complete)
            or not observed.world_size
            or observed.reports
            or linted is None
        ):
            return []
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"Line {linted.line} reports to something that Ray Train does not have any more",
            what_happened=(
                "Every rank came to the end of its loop, and Ray Train got no report: no metrics, no checkpoint. The "
                "session of Ray AIR and that of Ray Tune are not those of a worker, and calling them does nothing."
            ),
            evidence=["reports seen of all ranks: 0", quoted(linted)],
            where=observed.program.frame(linted.line),
            ranks=[],
            mend=linted.todo or "Use `ray.train.report`.",
            sketch='from ray import train\ntrain.report({"loss": loss})\n',
            page=linted.page,
            advice=True,
        )
        return [Finding(diagnosis, frozenset())]

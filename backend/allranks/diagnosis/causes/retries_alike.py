"""Every try failed the same way."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.attempts import endings
from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.protocol import Diagnosis

_SHOWN = 8


class RetriesAlike(Cause):
    """`max_failures` starts the group again after a failure. That helps against what happens by chance, not
    against the same error at the same line each time."""

    id: ClassVar[str] = "retries_alike"
    order: ClassVar[int] = 800

    def find(self, observed: Observed) -> list[Finding]:
        found = endings(observed)
        if len(found) < 2 or observed.finished is None or observed.completed:
            return []
        if not observed.worker_failures or len({ending.kind for ending in found}) != 1 or found[0].kind == "died":
            return []
        if observed.fault_attempts:
            return []
        last = found[-1]
        at = f" at line {last.where.line}" if last.where else ""
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"All {len(found)} attempts failed the same way{at}: more retries will not help",
            what_happened=(
                f"Ray Train started the worker group {len(found)} times, and each time it ended with the same error. "
                "`max_failures` is for what happens by chance, such as a lost node; what the program does wrong it "
                "does again."
            ),
            evidence=[f"attempt {ending.attempt}, rank {ending.rank}: {ending.said}" for ending in found[:_SHOWN]],
            where=last.where,
            ranks=sorted({ending.rank for ending in found}),
            mend="Mend the error first, with `max_failures=0` while you do, so that it shows at once.",
            sketch="RunConfig(failure_config=FailureConfig(max_failures=0))\n",
        )
        return [Finding(diagnosis, frozenset(seq for seq, _ in observed.earlier_failures))]

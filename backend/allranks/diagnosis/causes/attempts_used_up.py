"""The run had no try left."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.attempts import endings
from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.protocol import Diagnosis

_SHOWN = 8


class AttemptsUsedUp(Cause):
    """Failures that are not alike used up `max_failures`."""

    id: ClassVar[str] = "attempts_used_up"
    order: ClassVar[int] = 810

    def find(self, observed: Observed) -> list[Finding]:
        found = endings(observed)
        if not observed.worker_failures or observed.fault_attempts or not observed.passed_on or len(found) == 1:
            return []
        if len({ending.kind for ending in found}) == 1 and found[0].kind != "died":
            return []
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"The run failed {len(found)} times, and max_failures allowed no more",
            what_happened=(
                f"Each failure of a rank ends the whole group and counts once. After {len(found)} of them, not all "
                "alike, Ray Train gave up and raised the last."
            ),
            evidence=[f"attempt {ending.attempt}, rank {ending.rank}: {ending.said}" for ending in found[:_SHOWN]],
            where=found[-1].where,
            ranks=[],
            mend=(
                "Look at each of them: what the program does wrong has to be mended, what happens by chance needs a "
                "higher `max_failures`, checkpoints, and a loop that begins from `get_checkpoint()`."
            ),
            sketch="RunConfig(failure_config=FailureConfig(max_failures=5))\n"
            if all(ending.kind == "died" for ending in found)
            else None,
        )
        return [Finding(diagnosis, frozenset(seq for seq, _ in observed.earlier_failures))]

"""A rank ended because the playground ended it."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import capitalised, consequences, lost_its_peer, name_ranks, process_is_gone
from allranks.protocol import Diagnosis, FaultInjected

DONE = {"kill": "killed", "kill_node": "killed the node of", "raise": "raised an error in"}
_RAISED = "InjectedFault"


class FaultWasInjected(Cause):
    """The last attempt failed after a rank of it was killed, or made to raise, on request: nobody's mistake."""

    id: ClassVar[str] = "fault_injected"
    order: ClassVar[int] = 350

    def find(self, observed: Observed) -> list[Finding]:
        hit = {fault.rank: fault for fault in observed.faults if fault.action in DONE}
        if not hit or observed.finished is None or observed.finished[1].end == "completed":
            return []
        explained = {
            seq
            for seq, failure in observed.worker_failures
            if lost_its_peer(failure)
            or (failure.rank in hit and (process_is_gone(failure) or failure.error_type == _RAISED))
        }
        if not explained and (observed.worker_failures or not observed.passed_on):
            return []
        diagnosis = self._diagnosis(sorted(hit.values(), key=lambda fault: fault.rank), observed)
        return [Finding(diagnosis, frozenset(explained) | observed.passed_on | observed.end)]

    def _diagnosis(self, faults: list[FaultInjected], observed: Observed) -> Diagnosis:
        ranks = [fault.rank for fault in faults]
        done = " and ".join(
            f"{verb} {name_ranks(found)}"
            for action, verb in DONE.items()
            if (found := [fault.rank for fault in faults if fault.action == action])
        )
        return Diagnosis(
            cause=self.id,
            title=f"The playground {done} on request",
            what_happened=(
                f"{capitalised(name_ranks(ranks))} did not fail by itself: the playground {done} in attempt "
                f"{observed.attempt}. Ray Train then ends the whole worker group, and starts it again only as often as "
                "`max_failures` allows; this run had no further try."
            ),
            evidence=[
                *(
                    f"rank {fault.rank}: {fault.action}, asked for by "
                    f"{'the plan' if fault.by == 'plan' else 'a person'}, after {fault.reports} of its reports"
                    for fault in faults
                ),
                *consequences(failure for _, failure in observed.worker_failures if failure.rank not in ranks),
            ],
            where=None,
            ranks=ranks,
            mend=(
                "To survive it, give `RunConfig` a `FailureConfig(max_failures=…)` of at least the number of faults, "
                "save checkpoints, and begin from `get_checkpoint()`."
            ),
            sketch=None,
        )

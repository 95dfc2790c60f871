"""A worker's interpreter crashed."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.deaths import Death, death_of
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import capitalised, consequences, lost_its_peer, name_ranks, process_is_gone
from allranks.protocol import Diagnosis

_MEANING = {
    "SIGSEGV": "memory was touched that is not there",
    "SIGABRT": "native code gave up, most often by an error that nobody caught",
    "SIGBUS": "memory that is mapped from a file or shared was not there: shared memory that is full does that",
    "SIGILL": "the processor does not know an instruction of the code: it was built for another one",
    "SIGFPE": "an integer was divided by zero in native code",
}


class Crashed(Cause):
    """A signal from native code ended the process, and the process had time to write which one. Ray only sees that its
    actor is gone."""

    id: ClassVar[str] = "crashed"
    order: ClassVar[int] = 370

    def find(self, observed: Observed) -> list[Finding]:
        gone = [(seq, failure) for seq, failure in observed.worker_failures if process_is_gone(failure)]
        deaths = {death.rank: death for _, failure in gone if (death := death_of(observed, failure.rank)).signal}
        if not deaths:
            return []
        explained = frozenset(
            seq for seq, failure in observed.worker_failures if failure.rank in deaths or lost_its_peer(failure)
        )
        return [Finding(self._diagnosis(deaths, observed), explained | observed.passed_on | observed.end)]

    def _diagnosis(self, deaths: dict[int, Death], observed: Observed) -> Diagnosis:
        first = next(iter(deaths.values()))
        who = name_ranks(deaths)
        where = first.where
        at = f" at line {where.line}" if where and not first.seen_there else ""
        return Diagnosis(
            cause=self.id,
            title=f"The Python of {who} crashed with {first.signal}{at}",
            what_happened=(
                f"{capitalised(who)} did not raise an exception: the process was ended by {first.signal}, which means "
                f"that {_MEANING.get(str(first.signal), 'native code failed')}. "
                + (f"Line {where.line}, `{where.text}`, was running. " if where and not first.seen_there else "")
                + "Ray names memory first when an actor dies, and here it was not that."
            ),
            evidence=[
                line
                for death in deaths.values()
                for line in (
                    f"rank {death.rank}: ended by {death.signal}",
                    f"rank {death.rank}: {death.reason}" if death.reason else "",
                    f"rank {death.rank} last wrote: {death.last_line}" if death.last_line else "",
                )
                if line
            ]
            + consequences(failure for _, failure in observed.worker_failures),
            where=where,
            ranks=sorted(deaths),
            mend=(
                "Look at what that line calls: ctypes, a package's own native code, or one that does not survive being "
                "used from several threads or after a fork. Run the loop with one worker to see whether it crashes "
                "alone; the whole native stack is in the rank's log."
            ),
            sketch=None,
        )

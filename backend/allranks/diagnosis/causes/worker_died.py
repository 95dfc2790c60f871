"""A worker's process is gone."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.deaths import death_of
from allranks.diagnosis.memory import memory_lines
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import (
    capitalised,
    consequences,
    line_of_death,
    lost_its_peer,
    name_ranks,
    process_is_gone,
)
from allranks.protocol import Diagnosis, WorkerFailed


class WorkerDied(Cause):
    """A rank failed without a line of the learner's: no Python exception was raised there, its process ended."""

    id: ClassVar[str] = "worker_died"
    order: ClassVar[int] = 400

    def find(self, observed: Observed) -> list[Finding]:
        gone = [(seq, failure) for seq, failure in observed.worker_failures if process_is_gone(failure)]
        if not gone:
            return []
        explained = {seq for seq, _ in gone}
        explained |= {seq for seq, failure in observed.worker_failures if lost_its_peer(failure)}
        diagnosis = self._diagnosis([failure for _, failure in gone], observed)
        return [Finding(diagnosis, frozenset(explained) | observed.passed_on | observed.end)]

    def _diagnosis(self, gone: list[WorkerFailed], observed: Observed) -> Diagnosis:
        ranks = sorted({failure.rank for failure in gone})
        process = "process" if len(ranks) == 1 else "processes"
        deaths = [death_of(observed, rank) for rank in ranks]
        seen = next((death.where for death in deaths if death.where), None)
        where = seen or observed.program.only_call("_exit")
        return Diagnosis(
            cause=self.id,
            title=f"The {process} of {name_ranks(ranks)} died",
            what_happened=(
                f"{capitalised(name_ranks(ranks))} ended without raising a Python exception: the {process} itself went "
                "away. That is what os._exit, a signal, a crash in native code or too little memory looks like."
                + (f" It was last seen at line {seen.line}, `{seen.text}`." if seen else "")
            ),
            evidence=[
                *(f"rank {failure.rank}: {failure.error_type}: {line_of_death(failure.message)}" for failure in gone),
                *(f"rank {death.rank} last wrote: {death.last_line}" for death in deaths if death.last_line),
                *_exits(observed),
                *memory_lines(observed),
                *consequences(failure for _, failure in observed.worker_failures),
            ],
            where=where,
            ranks=ranks,
            mend=(
                "Look at the last lines that this rank wrote in the log. If it holds large tensors, make the batch or "
                "the model smaller and see whether it lives longer; if the program ends a process itself, raise an "
                "exception instead, which Ray Train can report." + _another_try(observed)
            ),
            sketch=None,
        )


def _exits(observed: Observed) -> list[str]:
    """The places where the program itself ends a process."""
    calls = [call for name in ("_exit", "kill", "abort") for call in observed.program.calls(name)]
    return [f"line {call.lineno} may end a process: {observed.program.text(call.lineno)}" for call in calls[:3]]


def _another_try(observed: Observed) -> str:
    if observed.program.calls("FailureConfig"):
        return ""
    return (
        " If it may happen by chance, let Ray Train try again: `FailureConfig(max_failures=…)` is 0 by default, and "
        "the next try begins where `get_checkpoint()` says."
    )

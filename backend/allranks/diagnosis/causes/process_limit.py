"""The run wanted more processes and threads than it may have."""

from __future__ import annotations

import ast
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.protocol import Diagnosis, Frame


class ProcessLimit(Cause):
    """The kernel counted refusals. Which error they became is chance: a thread that cannot start, a fork that fails, a
    worker of Ray's that never comes."""

    id: ClassVar[str] = "process_limit"
    order: ClassVar[int] = 180

    def find(self, observed: Observed) -> list[Finding]:
        if observed.finished is None or observed.finished[1].end != "too_many_processes":
            return []
        explained = {seq for seq, _ in observed.worker_failures}
        if observed.program_failure is not None:
            explained.add(observed.program_failure[0])
        where = _loader_workers(observed)
        diagnosis = Diagnosis(
            cause=self.id,
            title="The program wanted more processes and threads than it may have",
            what_happened=(
                f"{observed.finished[1].sentence} Every rank, each of its threads, every worker of a DataLoader and "
                "Ray's own processes count. What failed afterwards failed because of that."
            ),
            evidence=[f"line {where.line}: {where.text}"] if where else [],
            where=where,
            ranks=[],
            mend=(
                "Take fewer ranks, fewer `num_workers` in the loaders, or fewer threads; and end "
                "processes that were started."
            ),
            sketch="DataLoader(dataset, batch_size=32, num_workers=0)\n",
        )
        return [Finding(diagnosis, frozenset(explained) | observed.end)]


def _loader_workers(observed: Observed) -> Frame | None:
    """Where the file starts processes: the workers of a loader, or by itself."""
    for call in observed.program.calls("DataLoader"):
        for keyword in call.keywords:
            if keyword.arg == "num_workers" and not (
                isinstance(keyword.value, ast.Constant) and keyword.value.value == 0
            ):
                return observed.program.frame(call.lineno)
    started = [call for name in ("Process", "Thread", "fork", "Popen") for call in observed.program.calls(name)]
    return observed.program.frame(started[0].lineno) if started else None

"""A process of the run was killed because the run held all the memory it may."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.deaths import death_of
from allranks.diagnosis.memory import memory_lines
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.ranks import capitalised, consequences, lost_its_peer, name_ranks, process_is_gone
from allranks.protocol import Diagnosis


class MemoryLimit(Cause):
    """The kernel counted the kill, so this is certain; whose memory it was is told by the ranks' own samples."""

    id: ClassVar[str] = "memory_limit"
    order: ClassVar[int] = 170

    def find(self, observed: Observed) -> list[Finding]:
        if observed.finished is None or observed.finished[1].end != "out_of_memory":
            return []
        gone = [(seq, failure) for seq, failure in observed.worker_failures if process_is_gone(failure)]
        ranks = sorted({failure.rank for _, failure in gone})
        explained = {seq for seq, _ in gone}
        explained |= {seq for seq, failure in observed.worker_failures if lost_its_peer(failure)}
        most = _largest(observed)
        where = next((death.where for rank in ranks if (death := death_of(observed, rank)).where), None)
        who = capitalised(name_ranks(ranks)) if ranks else "The program's own process, or one of Ray's,"
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"{capitalised(name_ranks(ranks)) if ranks else 'The program'} ran out of memory and was killed",
            what_happened=(
                f"{observed.finished[1].sentence} {who} was killed by the kernel, which leaves no "
                f"traceback. All ranks, "
                "the driver and Ray share that memory"
                + (f", and {name_ranks([most[0]])} held the most of it." if most else ".")
            ),
            evidence=[*memory_lines(observed), *consequences(failure for _, failure in observed.worker_failures)],
            where=where,
            ranks=ranks,
            mend=(
                "Use a smaller batch or model, or fewer ranks: each holds a model, gradients, optimizer state and "
                "batch of its own. If memory grows step by step, something is kept: lists of losses that are still "
                "tensors (`loss.item()` lets go of the graph), or batches that are appended and never used."
            ),
            sketch="losses.append(loss.item())  # not loss: it keeps the whole graph\n",
            page="rules/RTL145.html",
        )
        program = frozenset({observed.program_failure[0]}) if observed.program_failure and not ranks else frozenset()
        return [Finding(diagnosis, frozenset(explained) | observed.passed_on | observed.end | program)]


def _largest(observed: Observed) -> tuple[int, int] | None:
    sizes = [(sample.rank, sample.rss_bytes) for sample in observed.samples if sample.attempt == observed.attempt]
    return max(sizes, key=lambda pair: pair[1]) if sizes else None

"""The training loop raised an error."""

from __future__ import annotations

from collections import defaultdict
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.linted import quoted, said_at
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import caused_by
from allranks.diagnosis.ranks import (
    capitalised,
    consequences,
    full_stop,
    lost_its_peer,
    name_ranks,
    named_error,
    own_frame,
)
from allranks.protocol import Diagnosis, Frame, WorkerFailed


class WorkerRaised(Cause):
    """An exception in the learner's own lines, on one rank or several. Ranks with the same error at the same line are
    one diagnosis; ranks that only lost their peer are named as its consequence."""

    id: ClassVar[str] = "worker_raised"
    order: ClassVar[int] = 500

    def find(self, observed: Observed) -> list[Finding]:
        groups: dict[tuple[str, Frame], list[WorkerFailed]] = defaultdict(list)
        for _, failure in observed.worker_failures:
            frame = own_frame(failure.frames)
            if frame is not None and not lost_its_peer(failure):
                groups[failure.error_type, frame].append(failure)
        if not groups:
            return []
        failures = [failure for _, failure in observed.worker_failures]
        repeated = {seq for seq, failure in observed.worker_failures if lost_its_peer(failure)}
        return [
            Finding(
                self._diagnosis(group, frame, observed, failures),
                frozenset({seq for seq, failure in observed.worker_failures if failure in group} | repeated)
                | observed.passed_on
                | observed.end,
            )
            for (_, frame), group in groups.items()
        ]

    def _diagnosis(
        self, group: list[WorkerFailed], frame: Frame, observed: Observed, failures: list[WorkerFailed]
    ) -> Diagnosis:
        ranks = sorted({failure.rank for failure in group})
        who = "every rank" if 1 < observed.world_size == len(ranks) else name_ranks(ranks)
        linted = said_at(observed, frame.line)
        error = full_stop(named_error(group[0].error_type, group[0].message))
        return Diagnosis(
            cause=self.id,
            title=f"{capitalised(who)} raised {group[0].error_type} at line {frame.line}",
            what_happened=(
                f"{capitalised(who)} stopped in {frame.function} at line {frame.line}, `{frame.text}`, with {error} "
                "When one rank fails, Ray Train ends the whole worker group, since the others would wait for it."
            ),
            evidence=[
                *(f"rank {failure.rank}: {named_error(failure.error_type, failure.message)}" for failure in group),
                *caused_by(group[0], observed),
                *consequences(failures),
                *([quoted(linted)] if linted else []),
            ],
            where=frame,
            ranks=ranks,
            mend=linted.todo
            if linted and linted.todo
            else (
                f"Mend line {frame.line}: the traceback in the log tells how it was called."
                if observed.world_size < 2
                else f"Mend line {frame.line}. If every rank runs it but only some fail, compare what differs there "
                "between ranks: the rank itself, its shard of the data, its batch sizes."
                if who != "every rank"
                else f"Mend line {frame.line}. All ranks fail alike, so one worker is enough to reproduce it: "
                "set num_workers=1 until it runs."
            ),
            sketch=None,
            page=linted.page or None if linted else None,
        )

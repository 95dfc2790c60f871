"""A rank waited for another one until its patience ended."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised
from allranks.diagnosis.ranks import capitalised, gave_up_waiting, name_ranks


class CollectiveTimedOut(KnownError):
    """Gloo and Ray's own barrier give up after a time. The rank that says so waited, and is not the one at fault."""

    id: ClassVar[str] = "collective_timed_out"
    order: ClassVar[int] = 434

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        if error.rank is None or not gave_up_waiting(error.error_type, error.message):
            return None
        waited = {
            failure.rank
            for _, failure in observed.worker_failures
            if gave_up_waiting(failure.error_type, failure.message)
        }
        others = sorted(set(range(observed.world_size)) - waited)
        where = error.where
        at = f" at line {where.line}" if where else ""
        missing = (
            f"{name_ranks(others)} never came: " if others else "the others never came, or came with another call: "
        )
        return Known(
            title=(
                f"{capitalised(name_ranks(waited))} waited{at} for "
                f"{name_ranks(others) if others else 'the others'} until the time was up"
            ),
            what_happened=(
                f"It is the rank that waited which fails. In this call all ranks have to meet, and {missing}it had "
                "fewer batches, left its loop early, or took another branch. A `backward()` of a wrapped model is such "
                "a call too."
            ),
            mend=(
                "Give every rank the same number of steps: the whole dataset to a loader that `prepare_data_loader` "
                "divides, or equal shards of Ray Data. Where each rank has data of its own, go through it under "
                "`with model.join():`."
            ),
            sketch=(
                "loader = DataLoader(dataset, batch_size=32)  # the whole dataset, the same on every rank\n"
                "loader = prepare_data_loader(loader)  # divides it, and pads: all take the same number of steps\n"
            ),
            evidence=_progress(observed),
            rules=("RTL105", "RTL104", "RTL102", "RTL103", "RTL113"),
        )


def _progress(observed: Observed) -> tuple[str, ...]:
    steps: dict[int, int] = {}
    for event in observed.steps:
        if event.attempt == observed.attempt:
            steps[event.rank] = steps.get(event.rank, 0) + event.steps
    last = {sample.rank: sample for sample in observed.samples if sample.attempt == observed.attempt}
    if last:
        return tuple(
            f"rank {rank}: {sample.steps} steps, {sample.batches} batches, {sample.reports} reports"
            for rank, sample in sorted(last.items())
        )
    return tuple(f"rank {rank}: {count} steps up to its last report" for rank, count in sorted(steps.items()))

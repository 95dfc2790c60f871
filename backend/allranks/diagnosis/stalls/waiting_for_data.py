"""A rank waits for its next batch, and the batch takes long."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import named, verb
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.stalls.no_cpus_for_data import from_ray_data, waits_for_data
from allranks.diagnosis.standing import Standing, together


class WaitingForData(Stall):
    """Slow data, or data that waits for other ranks: Ray Data begins an epoch when every rank asks for it."""

    id: ClassVar[str] = "waiting_for_data"
    order: ClassVar[int] = 120

    def explain(self, standing: Standing) -> Explanation | None:
        waiting = together([seen for seen in standing.going if waits_for_data(seen)], standing.slow, standing.stuck)
        if not waiting:
            return None
        absent = [seen for seen in standing.over if all(from_ray_data(other) for other in waiting)]
        busy = all(seen.sample is not None and seen.sample.cpu_percent >= 40 for seen in waiting)
        where = waiting[0].sample.where if waiting[0].sample else None
        if absent:
            return self.said(
                standing,
                hang=True,
                ranks=[*waiting, *absent],
                at=waiting[0],
                title=(
                    f"{named(waiting).capitalize()} {verb(waiting, 'waits', 'wait')} for a batch of Ray Data, and "
                    f"{named(absent)} {verb(absent, 'has', 'have')} left the loop"
                ),
                what_happened=(
                    "The shards of a dataset begin each epoch together: the first batch comes when every rank has "
                    f"asked for it. {named(absent).capitalize()} will not ask any more. That is the reason as far as "
                    "can be told; the data itself may also just be slow."
                ),
                mend="Let every rank go through its shard equally often.",
            )
        return self.said(
            standing,
            hang=False,
            ranks=[*waiting, *standing.stuck],
            at=waiting[0],
            title=f"{named(waiting).capitalize()} {verb(waiting, 'waits', 'wait')} for data",
            what_happened=(
                "The next batch is not there yet"
                + (f" (line {where.line})" if where else "")
                + (", and the rank's own process is busy making it." if busy else ".")
                + " Nothing is wrong between the ranks, as far as can be told."
            ),
            mend=(
                "Make a batch cheaper, or let others make it: `DataLoader(num_workers=...)`, more CPUs for Ray Data, "
                "or a dataset that is prepared once with `materialize()`."
            ),
        )

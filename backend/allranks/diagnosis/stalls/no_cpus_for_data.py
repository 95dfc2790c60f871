"""The workers hold every CPU of the cluster, so that Ray Data has none to make batches with."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import named, verb
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import RankSeen, Standing, together


class NoCpusForData(Stall):
    """A read or a map of Ray Data is a task that wants one CPU."""

    id: ClassVar[str] = "no_cpus_for_data"
    order: ClassVar[int] = 110

    def explain(self, standing: Standing) -> Explanation | None:
        of_ray_data = [seen for seen in standing.going if waits_for_data(seen) and from_ray_data(seen)]
        waiting = together(of_ray_data, standing.slow, standing.stuck)
        asked = standing.requested
        if not waiting or asked is None:
            return None
        total = asked.cluster.get("CPU", 0.0)
        taken = asked.workers * asked.resources_per_worker.get("CPU", 0.0)
        if total - taken >= 1 or any(seen.at_work for seen in standing.going):
            return None
        return self.said(
            standing,
            hang=not asked.may_grow,
            ranks=waiting,
            at=waiting[0],
            title=(
                f"{named(waiting).capitalize()} {verb(waiting, 'waits', 'wait')} for data, and the workers hold "
                "the CPUs that would make it"
            ),
            what_happened=(
                f"Ray Data reads and maps in tasks of one CPU each. The cluster has {total:g}, and {asked.workers} "
                f"workers hold {taken:g} of them, so no task can start. As far as can be told, it stays so."
            ),
            mend=(
                "Leave at least one CPU free: fewer workers, or a smaller share of a CPU for each. Or make the data "
                "before `fit()`, with `dataset.materialize()`."
            ),
            sketch='ScalingConfig(num_workers=4, resources_per_worker={"CPU": 0.5})\n',
            page="rules/RTL207.html",
            evidence=[f"CPUs: {total:g} in the cluster, {taken:g} held by workers"],
        )


def from_ray_data(seen: RankSeen) -> bool:
    """Whether the batch that it waits for comes from Ray Data."""
    return seen.sample is not None and any("ray/data/" in frame.file for frame in seen.sample.stack)


def waits_for_data(seen: RankSeen) -> bool:
    """Also for a dataset that the loop made itself, which is seen by where it stands only."""
    unseen = seen.activity == "loop" and seen.does_nothing and from_ray_data(seen)
    return seen.fresh and (seen.activity == "data" or unseen)

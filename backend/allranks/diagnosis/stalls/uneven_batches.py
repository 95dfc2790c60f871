"""A rank waits in a step that another, which had fewer batches, never makes."""

from __future__ import annotations

from typing import ClassVar

from allranks.diagnosis.doing import call, many, named, place, verb
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import Standing

SKETCH = """loader = DataLoader(dataset, batch_size=32)  # the whole dataset, the same on every rank
loader = prepare_data_loader(loader)  # divides it, and pads: all take the same number of steps
# or, where each rank has data of its own:
with model.join():
    for batch in loader:
        ...
"""


class UnevenBatches(Stall):
    """Each backward of a wrapped model, and each collective, needs all ranks."""

    id: ClassVar[str] = "uneven_batches"
    order: ClassVar[int] = 60

    def explain(self, standing: Standing) -> Explanation | None:
        for seen in standing.stuck:
            batches, steps, _, _ = seen.counts
            shorter = [
                other
                for other in standing.ranks
                if seen.waits_for(other)
                and (other.over or (other.waits and other.idle >= standing.pause and place(other) != place(seen)))
                and other.counts[0] < batches
                and other.counts[1] <= steps
            ]
            if seen.in_report or not shorter or seen.activity == "process_group":
                continue
            left = [other for other in shorter if other.over]
            others = left or shorter
            step = f"step {steps + 1}" if steps else f"batch {batches}"
            had = many(min(other.counts[0] for other in others), "batch")
            does = verb(others, "has", "have") + " left the loop" if left else f"went on to {place(others[0])}"
            waiting = [other for other in standing.stuck if not other.in_report and other not in others]
            return self.said(
                standing,
                hang=True,
                ranks=[*waiting, *others],
                at=seen,
                title=(
                    f"{named(waiting).capitalize()} {verb(waiting, 'waits', 'wait')} in {place(seen)} of {step} for "
                    f"{named(others)}, which took {had} and {does}"
                ),
                what_happened=(
                    f"Rank {seen.rank} is in {call(seen)} with its {_nth(batches)} batch. All ranks have to make this "
                    f"call. {named(others).capitalize()} had only {had}"
                    f" and {does}, so the call never ends."
                ),
                mend=(
                    "Give every rank the same number of batches: the whole dataset to a loader that "
                    "`prepare_data_loader` divides, or equal shards of Ray Data. Where each rank has data of its own, "
                    "go through it under `with model.join():`."
                ),
                sketch=SKETCH,
                page="rules/RTL105.html",
            )
        return None


def _nth(number: int) -> str:
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"

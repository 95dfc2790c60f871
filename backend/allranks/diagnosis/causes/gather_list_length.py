"""A gather or a scatter was given a list that does not have one tensor for each rank."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.doing import many
from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_LENGTH = re.compile(
    r"invalid (?P<side>input|output) tensor list at index \d+ \(expected length (?P<wants>\d+), got (?P<got>\d+)\)"
    r"|Incorrect (?P<other>input|output) list size (?P<has>\d+)\. .* should be (?P<needs>\d+)"
    r"|Tensor list (?:input|output) to \w+ must match number of collective participants"
)


class GatherListLength(KnownError):
    """`all_gather` fills one tensor for each rank, which the caller makes."""

    id: ClassVar[str] = "gather_list_length"
    order: ClassVar[int] = 449

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _LENGTH.search(error.message)
        where = error.where
        if found is None or where is None:
            return None
        got, wants = found["got"] or found["has"], found["wants"] or found["needs"] or observed.world_size
        return Known(
            title=f"The list at line {where.line} has "
            + (f"{many(int(got), 'tensor')} for {wants} ranks" if got else f"not one tensor for each of {wants} ranks"),
            what_happened=(
                "A gather brings a tensor of every rank, and a scatter sends each rank one: the list has as many "
                "tensors as there are ranks, of the shape of what is sent."
            ),
            mend="Make the list by the world size.",
            sketch=(
                "parts = [torch.zeros_like(values) for _ in range(dist.get_world_size())]\n"
                "dist.all_gather(parts, values)\n"
            ),
        )

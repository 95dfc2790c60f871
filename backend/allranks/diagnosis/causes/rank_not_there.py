"""A call of torch.distributed names a rank that there is not."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_NO_RANK = re.compile(
    r"invalid (?:root|src|dst|source|destination) rank:? ?(-?\d+)?"
    r"|(?:Global )?[Rr]ank (-?\d+) is not part of group"
    r"|(?:source|destination|the) rank .*(?:own|itself|same as the (?:source|destination|current))",
    re.IGNORECASE,
)


class RankNotThere(KnownError):
    """Ranks count from 0 to one less than the world size, and nobody sends to itself."""

    id: ClassVar[str] = "rank_not_there"
    order: ClassVar[int] = 468

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _NO_RANK.search(error.message)
        where = error.where
        if found is None or where is None or error.rank is None:
            return None
        number = found[1] or found[2]
        last = observed.world_size - 1
        return Known(
            title=f"Line {where.line} names rank {number}, which is not there"
            if number
            else f"Line {where.line} sends to a rank that cannot be the other side",
            what_happened=(
                f"The ranks of this run are 0 to {last}: the last is one less than the world size, and a rank does not "
                "send to itself."
            ),
            mend="Count from 0. For the next rank in a ring, take the remainder by the world size.",
            sketch="rank, world_size = dist.get_rank(), dist.get_world_size()\nnext_rank = (rank + 1) % world_size\n",
        )

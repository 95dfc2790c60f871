"""set_epoch was called on a sampler that has none."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_NO_SET_EPOCH = re.compile(r"'(\w+)' object has no attribute 'set_epoch'")


class NoSetEpoch(KnownError):
    """`prepare_data_loader` puts a DistributedSampler into a loader when there are several ranks, and only then."""

    id: ClassVar[str] = "no_set_epoch"
    order: ClassVar[int] = 445

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _NO_SET_EPOCH.search(error.message)
        where = error.where
        if found is None or where is None:
            return None
        alone = observed.world_size < 2
        return Known(
            title=f"The loader has a {found[1]} at line {where.line}, which has no set_epoch",
            what_happened=(
                "`set_epoch` is DistributedSampler's. `prepare_data_loader` puts one into the loader when there are "
                "several ranks"
                + (
                    ", and this run has one: nothing is divided, and a shuffling loader draws anew each epoch."
                    if alone
                    else "; this loader has another, so it was not prepared, or its data are a stream."
                )
            ),
            mend="Call it only when there are several ranks."
            if alone
            else "Prepare the loader with `prepare_data_loader`, and call it on what that gives back.",
            sketch=(
                "if train.get_context().get_world_size() > 1:\n    loader.sampler.set_epoch(epoch)\n"
                if alone
                else "loader = prepare_data_loader(loader)\nloader.sampler.set_epoch(epoch)\n"
            ),
            rules=("RTL122",),
        )

"""The loop asked for a dataset that the trainer was not given."""

from __future__ import annotations

import difflib
import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised
from allranks.diagnosis.to_fill import filled

_MISSING = re.compile(
    r"Dataset shard for '(.+?)' not found|Dataset (?:with name )?'?(\w+)'? (?:was )?not found.*datasets"
)


class DatasetMissing(KnownError):
    """`get_dataset_shard` finds what `datasets=` of the trainer has, by its name."""

    id: ClassVar[str] = "dataset_missing"
    order: ClassVar[int] = 414

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        found = _MISSING.search(error.message)
        if found is None:
            return None
        name = found[1] or found[2]
        given = observed.program.keys("datasets")
        evidence = (f"datasets= of the trainer has: {', '.join(given) or 'nothing'}",) if given is not None else ()
        near = difflib.get_close_matches(name, given or [], 1, 0.5)
        if name == "None":
            return Known(
                title="get_dataset_shard was not told which dataset",
                what_happened="Train V2 has no default name: `get_dataset_shard()` looks for one called None.",
                mend="Name it as the trainer's `datasets=` does.",
                sketch=f'shard = train.get_dataset_shard("{(given or ["train"])[0]}")\n',
                evidence=evidence,
                rules=("RTL128", "RTL208"),
            )
        names = [each for each in given or [] if each not in near] + [name]
        return Known(
            title=f"The trainer was given no dataset called {name}",
            what_happened=(
                f"The loop asked for the shard of `{name}`, and `datasets=` of the trainer has none of that name"
                + (f": it has `{near[0]}`." if near else ".")
            ),
            mend=f"Use one name in both places{f', `{near[0]}` or `{name}`' if near else ''}.",
            sketch=f"TorchTrainer(..., datasets={filled(names)})\n" + f'shard = train.get_dataset_shard("{name}")\n',
            evidence=evidence,
            rules=("RTL208", "RTL128"),
        )

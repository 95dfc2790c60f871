"""Something else was given to `report` for a checkpoint."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_NO_PATH = re.compile(r"'([\w.]+)' object has no attribute '(?:path|filesystem)'")


class NotACheckpoint(KnownError):
    """A path or a dictionary. Ray Train notices late, deep in its own code."""

    id: ClassVar[str] = "not_a_checkpoint"
    order: ClassVar[int] = 421

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _NO_PATH.search(error.message)
        where = error.where
        if found is None or found[1] == "NoneType" or where is None or not error.passes("ray/train"):
            return None
        if "report(" not in where.text:
            return None
        return Known(
            title=f"The checkpoint of the report at line {where.line} is a {found[1]} and no Checkpoint",
            what_happened="`report` takes an object of `ray.train.Checkpoint`, which is a folder with files in it.",
            mend="Make one of the folder that holds the files.",
            sketch="train.report(metrics, checkpoint=train.Checkpoint.from_directory(folder))\n",
        )

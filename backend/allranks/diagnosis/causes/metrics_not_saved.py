"""Metrics that were reported with a checkpoint cannot be written down beside it."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised
from allranks.diagnosis.series import report_line

_UNKNOWN = re.compile(r"Unable to serialize unknown type: <class '([\w.]+)'>")


class MetricsNotSaved(KnownError):
    """Ray's controller keeps the metrics of each checkpoint in a JSON file. It does not know numpy's numbers, and the
    run ends by that without another try; without a checkpoint the same metrics pass."""

    id: ClassVar[str] = "metrics_not_saved"
    order: ClassVar[int] = 409

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _UNKNOWN.search(error.message)
        if found is None or not observed.reports:
            return None
        where = report_line(observed)
        names = [name for name in observed.reports[-1].metrics if name.isidentifier()]
        name = next((name for name in names if name not in ("epoch", "step")), "loss")
        of_numpy = found[1].startswith("numpy.")
        return Known(
            title=f"A metric{f' at line {where.line}' if where else ''} is a {found[1]}, which cannot be saved with a "
            "checkpoint",
            what_happened=(
                "Ray keeps the metrics of each checkpoint in a file of JSON, and JSON has Python's own numbers and "
                "texts only. The controller failed with it, so the run ended without another try."
            ),
            mend=(
                "Turn what numpy computed into a number of Python's: `float(...)`, or `.item()`."
                if of_numpy
                else "Report numbers and texts only, and put everything else into the checkpoint itself."
            ),
            sketch=f'train.report({{"{name}": float({name})}}, checkpoint=checkpoint)\n',
            where=where,
        )

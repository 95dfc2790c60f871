"""A package or a file that is imported is not there."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_MISSING = re.compile(r"No module named '([\w.]+)'")


class ModuleMissing(KnownError):
    """What the driver can import, a worker may lack: files beside the program are not sent with it."""

    id: ClassVar[str] = "module_missing"
    order: ClassVar[int] = 458

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _MISSING.search(error.message)
        where = error.where
        if (
            found is None
            or error.error_type not in {"ModuleNotFoundError", "ImportError"}
            or found[1].startswith("ray.")
        ):
            return None
        name = found[1]
        imports = name.split(".")[0] in (where.text if where else "")
        by = f"line {where.line} imports" if where and imports else "a package that is used needs"
        return Known(
            title=f"There is no module {name}, which {by}",
            what_happened=(
                "It is not among the packages that are installed here, and no file of the program. "
                + (
                    "On a cluster a worker sees neither the files beside the program nor packages of the machine that "
                    "it was started on."
                    if error.rank is not None
                    else "A sandbox has the packages of this playground alone, and no network to fetch others."
                )
            ),
            mend=(
                "Either leave it out and use what is installed here (ray, torch, numpy, pandas and pyarrow among "
                "others), or run the program on a cluster that has it."
            ),
            rules=("RTL230",),
        )

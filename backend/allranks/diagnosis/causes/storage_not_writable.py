"""Ray Train could not make its folder under `storage_path`."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_REFUSED = re.compile(
    r"Cannot create directory '([^']+)'|(?:Permission denied|Read-only file system):? '([^']+)'"
    r"|Failed to create (?:local )?(?:file|directory) '([^']+)'"
)
_STORAGE = ("ray/train/v2/_internal/execution/storage", "ray/train/_internal/storage")


class StorageNotWritable(KnownError):
    """The controller makes the folder of the run before any rank begins."""

    id: ClassVar[str] = "storage_not_writable"
    order: ClassVar[int] = 419

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        found = _REFUSED.search(error.message)
        if found is None or error.error_type not in {"OSError", "PermissionError"} or not error.passes(*_STORAGE):
            return None
        path = found[1] or found[2] or found[3]
        given = observed.program.given("storage_path")
        return Known(
            title=f"Ray Train cannot write to its storage: {path} cannot be made",
            what_happened=(
                "The run's folder is made under `storage_path` before any rank begins, by a process that has the "
                "rights of the run. A folder of another machine, or one that belongs to somebody else, is not there "
                "for it."
            ),
            mend=(
                "Give `storage_path` a folder that the run may write to. Here that is one below /tmp or the home "
                "folder, or leave it out; on a cluster of several nodes it has to be one that all of them share."
            ),
            sketch='RunConfig(storage_path="/tmp/results")\n',
            where=observed.program.frame(given[0].lineno) if len(given) == 1 else None,
        )

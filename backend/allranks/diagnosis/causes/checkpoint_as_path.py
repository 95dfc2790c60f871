"""A Checkpoint was given to a function that takes a path."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_AS_PATH = re.compile(
    r"cannot use `?Checkpoint`? objects directly as paths"
    r"|(?:should be|expected) (?:a )?(?:string|str, bytes|str|bytes)[\w ,.-]*,? (?:not|got) '?Checkpoint"
)


class CheckpointAsPath(KnownError):
    """A Checkpoint may lie in a storage that has no paths; it is brought into a folder of this machine first."""

    id: ClassVar[str] = "checkpoint_as_path"
    order: ClassVar[int] = 425

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if error.error_type != "TypeError" or where is None or _AS_PATH.search(error.message) is None:
            return None
        source = "result.checkpoint" if error.rank is None else "checkpoint"
        return Known(
            title=f"Line {where.line} takes a checkpoint for a path",
            what_happened=(
                "A Checkpoint is a folder, and may lie in a storage that is not of this machine. Its files have a path "
                "once they are here."
            ),
            mend="Open it with `as_directory()`, and use the folder that it gives.",
            sketch=(
                f'with {source}.as_directory() as folder:\n    state = torch.load(os.path.join(folder, "model.pt"))\n'
            ),
            rules=("RTL317",),
        )

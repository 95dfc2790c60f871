"""The loop loaded a checkpoint and did not find in it what it looked for."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_PATH = re.compile(r"'([^']+)'")
_SHOWN = 8


class CheckpointFileMissing(KnownError):
    """A file that is not among those of the checkpoint that this rank was given."""

    id: ClassVar[str] = "checkpoint_file_missing"
    order: ClassVar[int] = 423

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        path = _PATH.search(error.message)
        where = error.where
        if error.error_type != "FileNotFoundError" or path is None or where is None or error.rank is None:
            return None
        loaded = [event.name for event in observed.loaded if event.rank == error.rank and event.name]
        name = PurePosixPath(path[1]).name
        if not loaded or not any(part.startswith("checkpoint") for part in PurePosixPath(path[1]).parts[:-1]):
            return None
        saved = next((saved for saved in observed.saved if saved.name == loaded[-1]), None)
        files = sorted(
            {
                file.name
                for upload in observed.uploaded
                if saved and (upload.attempt, upload.index) == (saved.attempt, saved.index)
                for file in upload.files
            }
        )
        if saved is not None and name in files:
            return None
        has = f"it has {', '.join(files[:_SHOWN])}" if files else "no file of it was seen being saved" if saved else ""
        return Known(
            title=f"The checkpoint has no file {name}, which line {where.line} loads",
            what_happened=(
                f"`get_checkpoint()` gave {loaded[-1]}"
                + (f"; {has}. " if has else ". ")
                + "What is saved and what is loaded have to go by the same names; only the files of ranks that "
                "reported a checkpoint are in it."
            ),
            mend="Load the name that was saved, and save on every rank, or on rank 0, all that is needed to go on.",
            rules=("RTL306", "RTL322", "RTL323"),
        )

"""The folder of a checkpoint was gone when Ray Train came to copy it."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_GONE = re.compile(
    r"No such file or directory|Failed to open local file|does not exist|Cannot (?:list|get information)", re.IGNORECASE
)
_COPYING = ("persist_current_checkpoint", "_upload_checkpoint", "_pyarrow_fs_copy_files", "copy_files")
_PATH = re.compile(r"'([^']+)'")


class CheckpointGone(KnownError):
    """`Checkpoint.from_directory` only notes the path. The files are copied in `train.report`, or later with ASYNC."""

    id: ClassVar[str] = "checkpoint_gone"
    order: ClassVar[int] = 422

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        if error.error_type not in {"FileNotFoundError", "OSError"} or _GONE.search(error.message) is None:
            return None
        if not any(frame.function in _COPYING or frame.function.endswith("._copy_files") for frame in error.frames):
            return None
        path = _PATH.search(error.message)
        where = error.where
        asynchronous = where is None or "ASYNC" in observed.source
        return Known(
            title="The checkpoint's folder was gone before Ray Train had copied it",
            what_happened=(
                "A Checkpoint only remembers the folder; its files are copied "
                + (
                    "after `train.report`, in a thread of the worker, with CheckpointUploadMode.ASYNC"
                    if asynchronous
                    else "inside `train.report`"
                )
                + ". By then the folder was deleted, as `with tempfile.TemporaryDirectory()` does at "
                "its end; two ranks "
                "of a node that share one folder can do it to each other too."
            ),
            mend=(
                "Make the folder with `tempfile.mkdtemp()` and let Ray Train delete it after the upload."
                if asynchronous
                else "Call `train.report` inside the `with` block that the folder lives in, one for each rank."
            ),
            sketch=(
                "folder = tempfile.mkdtemp()\n"
                if asynchronous
                else 'with tempfile.TemporaryDirectory() as folder:\n    torch.save(state, f"{folder}/model.pt")\n'
                "    train.report(metrics, checkpoint=Checkpoint.from_directory(folder))\n"
            ),
            evidence=(f"folder: {path[1]}",) if path and not path[1].startswith("(") else (),
            rules=("RTL302", "RTL313"),
        )

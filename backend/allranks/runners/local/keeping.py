"""Keeps the files of a run's checkpoints for download: the newest first, as long as they fit.

They are taken out of the sandbox while that lives, as the taker does it: no path that the program controls is followed,
and only plain files with plain names come out.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
from collections import deque
from pathlib import Path

from ...protocol import CheckpointSaved, CheckpointsFound, Event, RunnerFailed, StoredCheckpoint
from ...store import FilesGone, KeptFiles
from .sandbox import Sandbox
from .stored_checkpoints import CHECKPOINTS
from .taker import Bounds

logger = logging.getLogger(__name__)

FILES = 50
"""Of one checkpoint, as many as are named."""
WHOLE = 10
"""Checkpoints of a run."""


class Keeping:
    """For one run. Without `kept` nothing is done."""

    def __init__(self, kept: KeptFiles | None, run_id: str) -> None:
        self._kept = kept if kept is not None and kept.run_bytes > 0 else None
        self._run_id = run_id
        self._saved: deque[str] = deque(maxlen=CHECKPOINTS)

    def see(self, event: Event) -> None:
        """One of the run's events."""
        if isinstance(event, CheckpointSaved):
            self._saved.append(event.name)

    async def take(self, sandbox: Sandbox, found: CheckpointsFound) -> CheckpointsFound:
        """Copy what fits. Gives `found` with what can be downloaded, and why the rest cannot. Raises nothing."""
        if self._kept is None:
            return found.model_copy(update={"not_downloadable": "this server keeps no files of checkpoints"})
        stored = {checkpoint.name: checkpoint for checkpoint in found.checkpoints}
        newest = [name for name in dict.fromkeys(reversed(self._saved)) if name in stored][:WHOLE]
        left, taken, why = self._kept.run_bytes, set[str](), ""
        for name in newest:
            size = sum(file.size for file in stored[name].files)
            if size > left:
                why = why or f"this server keeps {_mebibytes(self._kept.run_bytes)} of a run's newest checkpoints"
                continue
            try:
                left -= await self._take(sandbox, self._kept, name, left)
            except (OSError, RunnerFailed, FilesGone) as error:
                logger.warning("a checkpoint could not be kept for download: %s", error)
                why = why or "its files could not be taken out whole"
                continue
            taken.add(name)
        if taken:
            await asyncio.to_thread(self._kept.settle, self._run_id)
        marked = [_marked(checkpoint, checkpoint.name in taken) for checkpoint in found.checkpoints]
        return found.model_copy(update={"checkpoints": marked, "not_downloadable": why})

    async def _take(self, sandbox: Sandbox, kept: KeptFiles, name: str, left: int) -> int:
        """The bytes that it takes. A checkpoint in part is worse than none: it would load, and be wrong."""
        place = await asyncio.to_thread(kept.place, self._run_id, name)
        bounds = Bounds(files=FILES, file_bytes=left, total_bytes=left)
        taken = await sandbox.take_checkpoint(name, place, bounds)
        if taken.refused or not taken.files:
            await asyncio.to_thread(_remove, place)
            raise RunnerFailed(taken.refused[0] if taken.refused else "it has no files")
        return taken.total_bytes


def _remove(place: Path) -> None:
    shutil.rmtree(place, ignore_errors=True)


def _marked(checkpoint: StoredCheckpoint, downloadable: bool) -> StoredCheckpoint:
    return checkpoint.model_copy(update={"downloadable": downloadable})


def _mebibytes(size: int) -> str:
    return f"{size / 2**20:g} MiB"

"""What a run's newest checkpoint is worth apart from the run: the exercise's own program looks at its files.

runner ─► see(event)      remembers which checkpoints were said to be saved
       ─► take(sandbox)   copies the newest that really lies there out of the sandbox, while that lives
       ─► reload()        runs the author's program on the copy, in a fresh sandbox
       └► close()         removes the copy

The files may be hostile, and the library that opens them may have a hole. So that sandbox is as tight as a learner's,
and what comes out of it is let in like anything else that does: bounded, cleaned, and no more than numbers and a
sentence.
"""

from __future__ import annotations

import asyncio
import logging
import shutil
import tempfile
from collections import deque
from pathlib import Path
from typing import Literal

from ...protocol import CheckpointReloaded, CheckpointSaved, CheckpointsFound, Event, Limits, Metrics, RunnerFailed
from . import cleaning
from .enclosure import Enclosure
from .sandbox import Sandbox
from .seal.mini import Mini, MiniResult, start_mini
from .stored_checkpoints import CHECKPOINTS
from .sweep import folder_prefix
from .taker import Bounds

logger = logging.getLogger(__name__)

SECONDS = 20.0
MEBIBYTE = 2**20
BOUNDS = Bounds(files=50, file_bytes=64 * MEBIBYTE, total_bytes=64 * MEBIBYTE)
LIMITS = Limits(
    memory_bytes=1024 * MEBIBYTE,
    processes=64,
    file_bytes=MEBIBYTE // 16,
    shm_bytes=MEBIBYTE,
    home_bytes=MEBIBYTE,
    temporary_bytes=MEBIBYTE,
)
"""The files that it may write include its own output."""
BEGAN = "\n"
START = """import os, sys
os.environ["OMP_NUM_THREADS"] = "1"
print(flush=True)
exec(compile(sys.argv.pop(1), "rerun.py", "exec"), {"__name__": "__main__"})
"""
"""It says `BEGAN` and becomes the program: what fails before is ours. One thread, however many cores there are."""
SENTENCE_CHARACTERS = 400
Outcome = Literal["loaded", "refused", "not_tried"]


class Reloading:
    """For one run. `program` is None where the exercise has none, and then nothing is done."""

    def __init__(
        self,
        enclosure: Enclosure,
        parent: Path,
        program: str | None,
        *,
        limits: Limits = LIMITS,
        seconds: float = SECONDS,
    ) -> None:
        """Its folder is made in `parent`."""
        self._enclosure = enclosure
        self._parent = parent
        self._program = program
        self._limits = limits
        self._seconds = seconds
        self._saved: deque[str] = deque(maxlen=CHECKPOINTS)
        self._folder: Path | None = None
        self._taken: CheckpointReloaded | None = None
        self._mini: Mini | None = None
        self._stopped = False

    @property
    def wanted(self) -> bool:
        """There is a checkpoint to give to a program."""
        return self._taken is not None

    def see(self, event: Event) -> None:
        """One of the run's events."""
        if isinstance(event, CheckpointSaved):
            self._saved.append(event.name)

    async def take(self, sandbox: Sandbox, found: CheckpointsFound) -> None:
        """Copy the newest checkpoint that was saved and lies in storage. Raises nothing."""
        lying = {checkpoint.name for checkpoint in found.checkpoints}
        name = next((name for name in reversed(self._saved) if name in lying), None)
        if self._program is None or name is None:
            return
        try:
            self._folder = Path(tempfile.mkdtemp(prefix=folder_prefix(), dir=self._parent))
            taken = await sandbox.take_checkpoint(name, self._folder / "given", BOUNDS)
        except (OSError, RunnerFailed) as error:
            logger.warning("a checkpoint could not be taken out of its sandbox: %s", error)
            self._taken = _told(name, "not_tried", sentence=f"its files could not be taken out ({error})")
        else:
            refused = taken.refused[0] if taken.refused else ""
            self._taken = _told(name, "refused" if refused else "loaded", sentence=refused)

    async def reload(self) -> CheckpointReloaded:
        """Run the program on the copy, once. When it is cancelled, no process of it is left."""
        assert self._taken is not None
        if self._taken.outcome != "loaded":
            return self._taken
        trying = asyncio.create_task(asyncio.to_thread(self._try, self._taken.name))
        try:
            return await asyncio.shield(trying)
        except asyncio.CancelledError:
            self._stopped = True
            if self._mini is not None:
                self._mini.process.terminate()
            await asyncio.wait({trying})
            raise

    def close(self) -> None:
        """Remove the copy."""
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)

    def _try(self, name: str) -> CheckpointReloaded:
        """Blocks, in the thread that the sandbox's life hangs on."""
        assert self._folder is not None
        assert self._program is not None
        try:
            self._mini = mini = start_mini(
                self._enclosure,
                START,
                limits=self._limits,
                arguments=[self._program, self._enclosure.places(self._folder).given],
                folder=self._folder,
                packages=True,
            )
        except (OSError, RunnerFailed) as error:
            logger.warning("no sandbox could be started for a checkpoint: %s", error)
            return _told(name, "not_tried", sentence=f"no sandbox could be started for it ({error})")
        if self._stopped:
            mini.process.terminate()
        return self._understood(name, mini.wait(self._seconds))

    def _understood(self, name: str, result: MiniResult) -> CheckpointReloaded:
        if result.timed_out:
            sentence = f"the exercise's program was not done with it within {self._seconds:g} s"
            return _told(name, "not_tried", sentence=sentence)
        last = _last_line(result.stderr)
        if not result.stdout.startswith(BEGAN):
            logger.warning("an exercise's program did not begin: %s", last)
            return _told(name, "not_tried", sentence="the sandbox for it did not start")
        if result.counters.out_of_memory:
            limit = f"{self._limits.memory_bytes / 2**30:.1f} GiB"
            return _told(name, "refused", sentence=f"opening it takes more than {limit} of memory")
        if result.exit_code != 0:
            return _told(name, "refused", sentence=last or f"it ended with exit status {result.exit_code}")
        if (numbers := _numbers(result.stdout)) is None:
            logger.warning("an exercise's program told no numbers")
            return _told(name, "not_tried", sentence="the exercise's program told no numbers")
        return _told(name, "loaded", numbers=numbers)


def _told(name: str, outcome: Outcome, *, numbers: Metrics | None = None, sentence: str = "") -> CheckpointReloaded:
    cut = cleaning.text(sentence)[:SENTENCE_CHARACTERS]
    return CheckpointReloaded(name=name, outcome=outcome, numbers=numbers or {}, sentence=cut)


def _last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else ""


def _numbers(text: str) -> Metrics | None:
    """The object in the last line, with its numbers in bounds; None where there is none."""
    try:
        value = cleaning.parse(_last_line(text).encode())
    except (ValueError, RecursionError):
        return None
    if type(value) is not dict:
        return None
    numbers = {key: told for key, told in value.items() if isinstance(told, int | float) and not isinstance(told, bool)}
    return cleaning.clean({"metrics": numbers})[0]["metrics"] if numbers else None

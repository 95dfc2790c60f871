"""The program met a limit that the playground sets, and not one of Ray."""

from __future__ import annotations

import re
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_FORKS = re.compile(r"fork|Popen|start_new_thread")
"""A socket that has nothing to read says the same as a process that may not be started."""
_LIMITS: tuple[tuple[re.Pattern[str], str, str, str], ...] = (
    (
        re.compile(r"No space left on device|\[Errno 28\]"),
        "The disk space that a run may use is full",
        "A run has a small disk of its own, for its files, its checkpoints and Ray's session.",
        "Save fewer or smaller checkpoints (`CheckpointConfig(num_to_keep=1)`), and delete what is not needed.",
    ),
    (
        re.compile(r"File too large|\[Errno 27\]"),
        "A file grew larger than a run's files may be",
        "There is a limit on the size of one file here.",
        "Write less, or in several files.",
    ),
    (
        re.compile(r"Too many open files|\[Errno 24\]"),
        "Too many files were open at once",
        "There is a limit on the files that a process may have open. Sockets and workers of a loader count.",
        "Close files (use `with`), and take fewer `num_workers`.",
    ),
    (
        re.compile(r"can't start new thread|pthread_create failed|\[Errno 11\] Resource temporarily unavailable"),
        "The program wanted more threads or processes than it may have",
        "Threads and processes of a run are counted, those of Ray and of every loader's workers among them.",
        "Take fewer `num_workers` in the loaders, fewer ranks, or fewer threads.",
    ),
    (
        re.compile(
            r"unable to (?:open|allocate) shared memory|Bus error|insufficient shared memory|/dev/shm", re.IGNORECASE
        ),
        "The shared memory is full",
        "Loaders with workers and Ray's object store hand batches over in shared memory, which is small here.",
        "Use smaller batches, or `num_workers=0`.",
    ),
)


class PlaygroundLimit(KnownError):
    """Files and threads are bounded in the sandbox; the same program may run elsewhere."""

    id: ClassVar[str] = "playground_limit"
    order: ClassVar[int] = 438

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        if error.error_type in {"AssertionError", "KeyError"}:
            return None
        for pattern, title, why, mend in _LIMITS:
            if pattern.search(error.message) and ("[Errno 11]" not in error.message or _FORKS.search(error.text)):
                what = f"{why} It is a limit of this playground."
                return Known(title=title, what_happened=what, mend=mend)
        return None

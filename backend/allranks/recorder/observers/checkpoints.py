"""What each rank does with checkpoints: the one it began from, and what it handed to storage, with its time."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable
from itertools import islice
from typing import Any

from .. import activity
from ..channel import channel
from ..rank import Rank

FILES = 50
IN_FLIGHT = 100
"""Reports whose upload may still come; with asynchronous uploads there can be several."""


class Checkpoints:
    """One rank's checkpoints in one attempt."""

    def __init__(self, rank: Rank) -> None:
        self._rank = rank
        self._asked = False
        self._indices: dict[int, int] = {}
        """By the checkpoint's identity, the report that it came with."""

    def report(self) -> None:
        """Remember which report the checkpoint in flight belongs to: an upload may end after later reports began."""
        if self._rank.checkpoint is None:
            return
        self._indices[id(self._rank.checkpoint)] = self._rank.reports
        while len(self._indices) > IN_FLIGHT:
            del self._indices[next(iter(self._indices))]

    def seen_asking(self, get_checkpoint: Callable[[], Any]) -> Callable[[], Any]:
        """`get_checkpoint`, with its first answer told."""

        @functools.wraps(get_checkpoint)
        def get() -> Any:
            checkpoint = get_checkpoint()
            if not self._asked:
                self._asked = True
                self._quietly(self._loaded, checkpoint)
            return checkpoint

        return get

    def seen_uploading(self, upload: Callable[..., Any]) -> Callable[..., Any]:
        """Ray's own upload of one checkpoint, with its files and its time told."""

        @functools.wraps(upload)
        def timed(name: str, metrics: Any, checkpoint: Any = None, *arguments: Any, **keywords: Any) -> Any:
            if checkpoint is None:
                return upload(name, metrics, checkpoint, *arguments, **keywords)
            files: list[dict[str, Any]] = []
            self._quietly(lambda found: files.extend(files_of(found)), checkpoint)  # the upload may delete them
            began = time.monotonic()
            before = activity.main.enter("checkpoint")
            try:
                report = upload(name, metrics, checkpoint, *arguments, **keywords)
            finally:
                activity.main.leave(before)
            seconds = time.monotonic() - began
            self._quietly(lambda found: self._uploaded(found, files, seconds), checkpoint)
            return report

        return timed

    def _loaded(self, checkpoint: Any) -> None:
        name = None if checkpoint is None else str(checkpoint.path).rstrip("/").rpartition("/")[2][:200]
        self._rank.emit("checkpoint_loaded", name=name)

    def _uploaded(self, checkpoint: Any, files: list[dict[str, Any]], seconds: float) -> None:
        index = self._indices.pop(id(checkpoint), self._rank.reports - 1)
        self._rank.emit("checkpoint_uploaded", index=index, files=files, seconds=seconds)

    def _quietly(self, function: Callable[[Any], None], checkpoint: Any) -> None:
        try:
            function(checkpoint)
        except Exception as error:  # an odd checkpoint is no reason for the program to fail
            channel().emit("events_dropped", count=1, reason=f"a checkpoint could not be observed: {error!r}"[:300])


def files_of(checkpoint: Any) -> list[dict[str, Any]]:
    """Names and sizes in bytes of a local checkpoint's files, at most `FILES`. None of one that lies elsewhere."""
    top = str(checkpoint.path)
    if not os.path.isdir(top):
        return []
    paths = (os.path.join(folder, name) for folder, _, names in os.walk(top) for name in sorted(names))
    return [{"name": os.path.relpath(path, top)[:200], "size": os.lstat(path).st_size} for path in islice(paths, FILES)]


def waiting(shutdown: Callable[..., None]) -> Callable[..., None]:
    """`shutdown` of the pool of asynchronous uploads, which Ray calls when the loop has returned: it waits for them."""

    @functools.wraps(shutdown)
    def wait(*arguments: Any, **keywords: Any) -> None:
        before = activity.main.enter("checkpoint")
        try:
            shutdown(*arguments, **keywords)
        finally:
            activity.main.leave(before)

    return wait


_checkpoints: Checkpoints | None = None


def observe(rank: Rank) -> None:
    """Look at each checkpoint of this process from now on."""
    from ray.train.v2._internal.execution.context import get_train_context

    global _checkpoints
    _checkpoints = Checkpoints(rank)
    context: Any = get_train_context()
    context.get_checkpoint = _checkpoints.seen_asking(context.get_checkpoint)
    pool: Any = context.checkpoint_upload_threadpool
    pool.shutdown = waiting(pool.shutdown)
    context._upload_checkpoint = _checkpoints.seen_uploading(context._upload_checkpoint)


def before_report(rank: Rank) -> None:
    """See what the report in flight brings."""
    if _checkpoints is not None:
        _checkpoints.report()

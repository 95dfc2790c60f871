"""The observer that Ray Train loads by `RAY_TRAIN_CALLBACKS`, without a word in the learner's file.

One object with two lives: its controller half runs in Ray Train's controller actor; pickled into every rank when a
worker group starts, its worker half (`worker.py`) runs there. A callback that raises would end the learner's run as a
ControllerError, so every hook is guarded.

    driver ── RAY_TRAIN_CALLBACKS ─► TrainObserver()
                 └─ pickled ─► controller actor: worker group, checkpoints, dead ranks
                                  └─ pickled with `attempt` ─► rank 0..N-1: reports, prepared models, errors, output
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, ParamSpec

import ray
from ray.train.v2._internal.exceptions import UserExceptionWithTraceback
from ray.train.v2._internal.execution.callback import (
    ControllerCallback,
    ReportCallback,
    TrainContextCallback,
    WorkerCallback,
    WorkerGroupCallback,
)

from . import asking, variation, worker
from .channel import channel
from .communicators import Communicators, seconds_between
from .metrics import flatten

FACTS_SECONDS = 10
P = ParamSpec("P")


def guarded(method: Callable[P, None]) -> Callable[P, None]:
    """Swallow whatever our own code raises: an observer may be blind, never harmful."""

    @functools.wraps(method)
    def call(*arguments: P.args, **keywords: P.kwargs) -> None:
        try:
            method(*arguments, **keywords)
        except Exception as error:
            channel().emit(
                "events_dropped", count=1, reason=f"the recorder failed in {method.__name__}: {error!r}"[:300]
            )

    return call


class TrainObserver(ControllerCallback, ReportCallback, WorkerGroupCallback, WorkerCallback, TrainContextCallback):
    """Sees one `fit()`: the controller's side of it here, a rank's side through `worker`."""

    def __init__(self) -> None:
        self.attempt = 0
        self.reports = 0
        self.group: Any = None
        self.dead: set[int] = set()
        self.seed = variation.seed()
        self.communicators: Communicators | None = None

    def __getstate__(self) -> dict[str, Any]:
        return {
            "attempt": self.attempt,
            "reports": 0,
            "group": None,
            "dead": set(),
            "seed": self.seed,
            "communicators": None,
        }

    @guarded
    def after_controller_start(self, train_run_context: Any) -> None:
        channel().emit("phase_changed", phase="workers")
        asking.announce(train_run_context)

    @guarded
    def before_worker_group_start(self, worker_group_context: Any) -> None:
        self.attempt += 1
        self.reports = 0
        self.dead = set()
        if self.attempt > 1:
            channel().emit("phase_changed", phase="workers")

    @guarded
    def after_worker_group_start(self, worker_group: Any) -> None:
        # Callbacks from the environment come first in Ray's list, so the process group is not set up yet.
        self.group = worker_group
        channel().emit("phase_changed", phase="process_group")

    @contextmanager
    def on_worker_group_start(self) -> Iterator[None]:
        yield
        # Ray leaves this context when every rank has its process group and none has entered the loop.
        self._announce()

    @guarded
    def _announce(self) -> None:
        facts = ray.get(self.group.execute_async(worker.facts), timeout=FACTS_SECONDS)
        channel().emit("worker_group_started", attempt=self.attempt, ranks=sorted(facts, key=lambda fact: fact["rank"]))
        channel().emit("phase_changed", phase="training")
        ranks = {fact["pid"]: fact["rank"] for fact in facts}
        self._watch_communicators(ranks if len(ranks) == len(facts) else {})  # of several machines they may be alike

    @guarded
    def _watch_communicators(self, ranks: dict[int, int]) -> None:
        resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]  # Ray gives it no types
        seconds = seconds_between(float(resources.get("GPU", 0)))
        if seconds is None:
            return
        tell = functools.partial(channel().emit, "communicator_mismatched", attempt=self.attempt)
        self.communicators = Communicators(seconds, ranks, lambda fields: tell(**fields))
        self.communicators.after_worker_group_start(self.group)

    @guarded
    def _leave_communicators(self) -> None:
        if self.communicators is not None:
            self.communicators.before_worker_group_shutdown(self.group)  # type: ignore[no-untyped-call]  # Ray's
            self.communicators = None

    @guarded
    def after_worker_group_poll_status(self, worker_group_status: Any) -> None:
        for rank, status in worker_group_status.worker_statuses.items():
            if status.error is None or rank in self.dead or isinstance(status.error, UserExceptionWithTraceback):
                continue
            self.dead.add(rank)
            channel().emit(
                "worker_failed",
                attempt=self.attempt,
                rank=rank,
                error_type=type(status.error).__name__,
                message=str(status.error)[:4_000],
                frames=[],
                traceback=str(status.error)[:16_000],
            )
        if self.communicators is not None:
            self.communicators.after_worker_group_poll_status(worker_group_status)

    @guarded
    def before_worker_group_shutdown(self, worker_group: Any) -> None:
        self._leave_communicators()

    @guarded
    def after_report(self, training_report: Any, metrics: list[dict[str, Any]]) -> None:
        index = self.reports
        self.reports += 1
        checkpoint = getattr(training_report, "checkpoint", None)
        if checkpoint is None:
            return
        storage, _, name = str(checkpoint.path).rstrip("/").rpartition("/")
        channel().emit(
            "checkpoint_saved",
            attempt=self.attempt,
            index=index,
            name=name[:200],
            storage=storage,  # for the host, which looks there itself; no field of the event
            metrics=flatten(getattr(training_report, "metrics", None) or metrics[0]),
        )

    @guarded
    def after_worker_group_shutdown(self, worker_group_context: Any) -> None:
        channel().emit("worker_group_ended", attempt=self.attempt)

    @guarded
    def after_worker_group_abort(self, worker_group_context: Any) -> None:
        self._leave_communicators()
        channel().emit("worker_group_ended", attempt=self.attempt)

    async def before_controller_shutdown(self) -> None:
        self._finishing()

    @guarded
    def _finishing(self) -> None:
        channel().emit("phase_changed", phase="finishing")
        channel().flush()

    @guarded
    def after_init_train_context(self) -> None:
        worker.observe(self.attempt)
        if self.seed is not None:
            variation.seed_rank(self.seed)

    @guarded
    def before_worker_shutdown(self) -> None:
        channel().flush()

    @contextmanager
    def on_report(self) -> Iterator[None]:
        self._reported()
        yield

    @guarded
    def _reported(self) -> None:
        worker.reported()

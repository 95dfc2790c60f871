"""A rank's side of the observer: what it says, reports, prepares and dies of, the moment it happens.

Runs in each Ray Train worker process, before the learner's loop is even unpickled there. The loop itself is untouched:
`report` is seen through Ray's own callback, with the arguments kept by a wrapper on this process's train context.
"""

from __future__ import annotations

import functools
import os
import sys
import time
from collections.abc import Callable
from typing import Any

import ray.train.torch
import ray.train.v2.torch.train_loop_utils
from ray.train.v2._internal.execution.context import get_train_context

from . import activity, observing, sampling
from .channel import channel, connect, text_stream
from .connection import redirect_ray_loggers
from .metrics import flatten, other_types
from .rank import Rank
from .tracebacks import PROGRAM_VARIABLE, describe, without_ours

_current: Rank | None = None


def observe(attempt: int) -> None:
    """Start observing this process as one rank of `attempt`."""
    global _current
    context = get_train_context()
    _current = Rank(attempt, context.get_world_rank())
    activity.main.restart()
    sampling.start(_current)  # before the ranks look for each other, so that one that finds nobody is seen
    _take_output(attempt, _current.rank)
    _keep_report_arguments(context, _current)
    _see_prepare_model(_current)
    _see_errors(context.execution_context.training_thread_runner, _current)
    _use_threads_of_this_worker()
    observing.begin(_current)
    channel()


def reported() -> None:
    """Ray accepted a report's arguments and is about to wait for the other ranks."""
    rank = _current
    if rank is None:
        return
    observing.before_report(rank)
    index = rank.reports
    rank.reports += 1
    others = other_types(rank.metrics)
    rank.emit(
        "metrics_reported",
        index=index,
        metrics=flatten(rank.metrics),
        with_checkpoint=rank.with_checkpoint,
        reported_at=time.time(),
        **({"other_types": others} if others else {}),
    )


def facts() -> dict[str, Any]:
    """The `RankFacts` of this process; called in every rank once its process group is set up."""
    import torch.distributed

    util: Any = ray.util
    context = get_train_context()
    distributed = torch.distributed.is_available() and torch.distributed.is_initialized()
    return {
        "rank": context.get_world_rank(),
        "local_rank": context.get_local_rank(),
        "node_rank": context.get_node_rank(),
        "world_size": context.get_world_size(),
        "local_world_size": context.get_local_world_size(),
        "node_ip": util.get_node_ip_address(),
        "pid": os.getpid(),
        "device": str(ray.train.torch.get_device()),
        "backend": str(torch.distributed.get_backend()) if distributed else "none",
        "master_addr": os.environ.get("MASTER_ADDR", ""),
        "master_port": os.environ.get("MASTER_PORT", ""),
    }


def _use_threads_of_this_worker() -> None:
    # torch reads OMP_NUM_THREADS when it is imported. Ray sets it for each worker, which in a forked one is later.
    import torch

    threads = os.environ.get("OMP_NUM_THREADS", "")
    if threads.isdigit() and int(threads) > 0:
        torch.set_num_threads(int(threads))


def _take_output(attempt: int, rank: int) -> None:
    # The descriptors themselves become sockets that the host reads: nothing is lost when the process is killed, and
    # what C++ or a subprocess writes is there too.
    for stream, number in (("stdout", 1), ("stderr", 2)):
        getattr(sys, stream).flush()
        connection = connect({"channel": "log", "attempt": attempt, "rank": rank, "stream": stream})
        if connection is not None:
            os.dup2(connection.fileno(), number)
            connection.close()
    redirect_ray_loggers(text_stream(attempt=attempt, rank=rank, stream="stderr", origin="ray"))


def _keep_report_arguments(context: Any, rank: Rank) -> None:
    real: Callable[..., None] = context.report

    def report(metrics: Any, checkpoint: Any = None, *arguments: Any, **keywords: Any) -> None:
        rank.metrics = metrics
        rank.with_checkpoint = checkpoint is not None
        rank.checkpoint = checkpoint
        before = activity.main.enter("report")
        try:
            real(metrics, checkpoint, *arguments, **keywords)
        finally:
            activity.main.leave(before)

    context.report = report


def _see_prepare_model(rank: Rank) -> None:
    module = ray.train.v2.torch.train_loop_utils
    real: Callable[..., Any] = module.prepare_model

    # The wrapper keeps the original's module and name, under which a pickled loop looks it up.
    @functools.wraps(real)
    def prepare_model(*arguments: Any, **keywords: Any) -> Any:
        prepared = real(*arguments, **keywords)
        try:
            rank.emit(
                "model_prepared",
                wrapper=type(prepared).__name__,
                parameters=sum(parameter.numel() for parameter in prepared.parameters()),
            )
        except Exception:  # an odd model has odd parameters; the learner's program must not notice
            channel().emit("events_dropped", count=1, reason="a prepared model could not be described")
        return prepared

    module.prepare_model = prepare_model
    ray.train.torch.prepare_model = prepare_model


def _see_errors(runner: Any, rank: Rank) -> None:
    real_run: Callable[[Callable[[], Any]], None] = runner.run

    def run(target: Callable[[], Any]) -> None:
        @functools.wraps(target)
        def observed() -> Any:
            activity.main.begin_loop()
            over = "returned"
            try:
                return target()
            except BaseException as error:
                over = "raised"
                program = os.path.realpath(os.environ.get(PROGRAM_VARIABLE, ""))
                rank.emit("worker_failed", **describe(error, program))
                channel().flush()
                # Ray cuts three frames off the top of what it shows. Two of them go here, since raising again adds
                # this function's own, and the learner sees the traceback they would see without us.
                trace = error.__traceback__
                raise error.with_traceback(
                    without_ours(trace.tb_next.tb_next) if trace and trace.tb_next else None
                ) from error.__cause__
            finally:
                activity.main.end_loop(over)
                observing.after_loop(rank)

        real_run(observed)

    runner.run = run

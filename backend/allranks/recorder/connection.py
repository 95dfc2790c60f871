"""The learner's `ray.init` against the cluster that is already there.

Everything works as in a terminal: twice without `ignore_reinit_error` raises, `ray.shutdown()` disconnects, a later
`ray.init()` connects again, `ray.remote` without `ray.init` connects by itself. Arguments that would size a new
cluster cannot have their effect; each is dropped and said in the log.
"""

from __future__ import annotations

import functools
import logging
import os
from collections.abc import Callable
from typing import Any

import ray
import ray._private.worker

from .channel import channel, text_stream

SIZING = {
    "num_cpus": "this cluster has {logical_cpus} logical CPUs",
    "num_gpus": "this cluster has the GPUs that the server has",
    "resources": "this cluster has no custom resources",
    "labels": "this cluster's node has no labels of yours",
    "object_store_memory": "the object store has a fixed size here",
    "include_dashboard": "Ray's own dashboard is off here",
    "dashboard_host": "Ray's own dashboard is off here",
    "dashboard_port": "Ray's own dashboard is off here",
    "_system_config": "the cluster was started before your program",
    "_temp_dir": "the cluster was started before your program",
    "_node_name": "the cluster was started before your program",
    "_enable_object_reconstruction": "the cluster was started before your program",
    "_node_ip_address": "the cluster was started before your program",
    "_plasma_directory": "the cluster was started before your program",
    "_memory": "the cluster was started before your program",
}


def say(text: str) -> None:
    """Tell the learner what the playground changed."""
    channel().emit(
        "log_written", attempt=None, rank=None, stream="stdout", origin="playground", text=text.rstrip("\n") + "\n"
    )


def take_over(address: str, logical_cpus: int) -> None:
    """Let `ray.init` connect to `address`, whatever cluster it asks for."""
    real_init: Callable[..., Any] = ray._private.worker.init

    @functools.wraps(real_init)
    def init(asked: str | None = None, **arguments: Any) -> Any:
        for name, reason in SIZING.items():
            value = arguments.pop(name, None)
            if value is not None:
                say(f"ray.init({name}={value!r}) has no effect here: {reason.format(logical_cpus=logical_cpus)}.")
        asked = arguments.pop("address", asked)
        if asked not in (None, "auto", "local", address):
            say(f"ray.init(address={asked!r}) has no effect here: a run has its own private cluster.")
        result = real_init(address=address, _node_ip_address=address.rpartition(":")[0], **arguments)
        quieten()
        return result

    for module in (ray, ray._private.worker):
        setattr(module, "init", init)  # noqa: B010  # an assignment would ask the wrapper to have Ray's exact type


def quieten() -> None:
    """Send what Ray's own loggers say to the host as Ray's, so that it is never taken for the learner's output."""
    global _ray_stream
    if _ray_stream is None:
        _ray_stream = text_stream(attempt=None, rank=None, stream="stderr", origin="ray")
    redirect_ray_loggers(_ray_stream)


_ray_stream: Any = None
_RAY_FOLDER = os.path.dirname(os.path.abspath(ray.__file__)) + os.sep


def redirect_ray_loggers(stream: Any) -> None:
    """Let each console handler of Ray's loggers write to `stream`; handlers that write files stay."""
    if stream is None:
        return
    for name in [name for name in logging.root.manager.loggerDict if name.split(".")[0] == "ray"]:
        logger = logging.getLogger(name)
        for handler in list(logger.handlers):
            if isinstance(handler, logging.StreamHandler) and not isinstance(handler, logging.FileHandler):
                logger.removeHandler(handler)
                logger.addHandler(_instead_of(handler, stream))
    for handler in logging.root.handlers:
        if type(handler).__module__ == "ray._private.log":
            handler.addFilter(_Apart(stream))


class _Apart(logging.Filter):
    """On the root handler that Ray Train installs in workers, for learners and itself: takes Ray's own records away.

    Some of Ray's modules name their logger by file path, so the name alone does not tell.
    """

    def __init__(self, stream: Any) -> None:
        super().__init__()
        self._handler = logging.StreamHandler(stream)

    def filter(self, record: logging.LogRecord) -> bool:
        if not record.pathname.startswith(_RAY_FOLDER):
            return True
        self._handler.emit(record)
        return False


def _instead_of(handler: logging.Handler, stream: Any) -> logging.Handler:
    # Ray's own handler ignores the stream it is given and writes to sys.stderr, so a plain one takes its place.
    replacement = logging.StreamHandler(stream)
    replacement.setLevel(handler.level)
    replacement.setFormatter(handler.formatter)
    for condition in handler.filters:
        replacement.addFilter(condition)
    return replacement

"""What is imported before the zygote is forked, so that neither driver nor worker imports it again."""

from __future__ import annotations

import importlib
import os
from typing import Any

MODULES = (
    # What a Ray Train controller, its helper actors and a rank have imported when they are at work.
    "ray._private.workers.default_worker",
    "ray.train.torch",
    "ray.train.v2._internal.execution.controller",
    "ray.train.v2._internal.execution.worker_group.worker",
    "ray.train.v2._internal.callbacks.preemption_callback",
    "torch.distributed",
    "allranks.recorder.callback",
    "allranks.recorder.stepping",
    "allranks.recorder.collectives",
    "allranks.recorder.flight",
    # What Ray imports in every process when it first packs or unpacks a value.
    "pydantic.v1",
    "starlette.datastructures",
    "pyarrow.json",
    "ray._private.arrow_serialization",
    "ray.data._internal.issue_detection",
    # What the driver, the split's coordinator and each rank import when they first make or run a dataset.
    "ray.data.extensions",
    "pyarrow.dataset",
    "ray.data._internal.planner.planner",
    "ray.data._internal.logical.optimizers",
    # What each rank imports while its process group is set up: `ray.train.get_context` asks whether this is a Tune run.
    "ray.tune",
    "ray.air.util.node",
    # What the first `prepare_model` and the first `forward` of its model import. The former takes longer than all the
    # rest of a small run.
    "torch._dynamo",
    "torch.profiler._cupti_monitor",
)
OPTIONAL = ("starlette.datastructures", "torch.profiler._cupti_monitor")
"""Not there in every version that we admit; then nobody asks for it either."""
SINGLE_THREADED = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
}
"""Set while importing, so that no import starts a thread: pyarrow's jemalloc starts one unless told not to."""


def load() -> None:
    """Import what Ray's workers import, without starting a thread, and without drawing a random id that two children
    would share."""
    # `_raylet` reads the first two once, at import, and refuses to be a worker's without them; a driver's ignores them.
    wanted = {"RAY_JOB_ID": "f" * 8, "RAY_RAYLET_PID": str(os.getpid()), **SINGLE_THREADED}
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        _load()
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def use_all_cores() -> None:
    """Let torch in this process, which was imported with one thread, have as many as it has in a terminal."""
    import torch

    asked = os.environ.get("OMP_NUM_THREADS", "")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    torch.set_num_threads(int(asked) if asked.isdigit() and int(asked) > 0 else cores)


def _load() -> None:
    import ray.actor

    # Decorating an actor class draws an id from C++ random state, which a fork would copy: two ranks would then make
    # the same task ids, and Ray aborts. While importing, ids come from the kernel instead.
    actor: Any = ray.actor
    class_id: Any = actor.ActorClassID
    actor.ActorClassID = type("FromKernel", (), {"from_random": staticmethod(lambda: class_id(os.urandom(28)))})
    try:
        for module in MODULES:
            try:
                importlib.import_module(module)
            except ModuleNotFoundError:
                if module not in OPTIONAL:
                    raise
    finally:
        actor.ActorClassID = class_id

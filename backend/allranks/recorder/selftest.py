"""Is a fork of this process safe to be a Ray worker? Found by forking.

The zygote stands on private behaviour of Ray and of its dependencies. When a new version breaks it, these faults say
which part, workers start the normal way, and the run's log says so.
"""

from __future__ import annotations

import json
import os
import threading
from typing import Any

CHILDREN = 3


def faults() -> list[str]:
    """One sentence a fault; an empty list when forks are safe."""
    found = []
    threads = thread_count()
    if threads != 1:
        found.append(f"the zygote has {threads} threads, and a fork keeps only one")
    if opened_gpu():
        found.append("the zygote has opened a GPU, which CUDA does not allow to a fork")
    drawn = [in_child() for _ in range(CHILDREN)]
    for what in ("ids", "ids_in_a_thread", "torch", "numpy", "random"):
        values = [child.get(what) for child in drawn]
        if None in values or len({json.dumps(value) for value in values}) != CHILDREN:
            found.append(f"forked workers share their random {what.replace('_', ' ')}")
    return found


def thread_count() -> int:
    """Threads of this process, those of C++ libraries included."""
    try:
        return len(os.listdir("/proc/self/task"))
    except OSError:
        return threading.active_count()


def opened_gpu(descriptors: str = "/proc/self/fd") -> bool:
    """Whether this process has initialised CUDA, which opens this device as nothing else does. False without /proc."""
    try:
        links = [os.path.join(descriptors, number) for number in os.listdir(descriptors)]
    except OSError:
        return False
    return any(os.path.islink(link) and os.readlink(link).startswith("/dev/nvidia-uvm") for link in links)


def in_child() -> dict[str, Any]:
    """What a forked child draws, told through a pipe; an empty dict when it died."""
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(read_end)
            os.write(write_end, json.dumps(draw()).encode())
        finally:
            os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end, "rb") as answer:
        text = answer.read()
    os.waitpid(child, 0)
    drawn: dict[str, Any] = json.loads(text) if text else {}
    return drawn


def draw() -> dict[str, Any]:
    """Random values of every generator that a worker uses."""
    import random

    import numpy
    import torch
    from ray import _raylet

    from .zygote import reseed

    raylet: Any = _raylet
    reseed()
    threaded: list[str] = []
    thread = threading.Thread(target=lambda: threaded.append(raylet.ActorClassID.from_random().hex()))
    thread.start()
    thread.join()
    return {
        "ids": [raylet.ActorClassID.from_random().hex() for _ in range(2)],
        "ids_in_a_thread": threaded,
        "torch": torch.rand(2).tolist(),
        "numpy": numpy.random.rand(2).tolist(),
        "random": random.random(),  # noqa: S311  # it is the generator that is looked at
    }

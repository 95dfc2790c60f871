"""A process that has imported everything a Ray worker needs, and forks one whenever Ray asks for it.

    raylet ─► worker_start.py ── argv, environment, cwd, descriptors 0-2 ─► zygote ─ fork ─► default_worker.py

A worker started the normal way imports Ray twice and torch once: seconds of CPU and 350 MB. A forked one is there in
milliseconds and shares all of it. What makes a fork safe here is checked at start (`selftest`): one thread, no random
state of Ray's used before the fork, torch's and numpy's generators seeded anew in each child.

    python -m allranks.recorder.zygote SOCKET_PATH READY_FD
"""

from __future__ import annotations

import array
import gc
import importlib
import json
import os
import random
import runpy
import signal
import socket
import sys
import threading
import traceback
from typing import Any, NoReturn

FILES = 3
REQUEST_SECONDS = 5.0
PARENT = "ALLRANKS_ZYGOTE_PARENT"
MODULES = (
    "ray._private.workers.default_worker",
    "ray.train.torch",
    "ray.train.v2._internal.execution.controller",
    "ray.train.v2._internal.execution.worker_group.worker",
    "torch._dynamo",
    "torch.distributed",
    "allranks.recorder.callback",
)
"""What a Ray Train controller or worker has imported when it is at work. The first `prepare_model` imports
`torch._dynamo`, which takes longer than all the rest of a small run."""
SINGLE_THREADED = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "JE_ARROW_MALLOC_CONF": "background_thread:false",
}
"""Set for the zygote alone, so that no import starts a thread: pyarrow's jemalloc starts one unless told not to."""


def main(arguments: list[str]) -> NoReturn:
    """Import, check, say on READY_FD how the check went (one JSON line: a list of faults), then fork for ever."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(arguments[0])
    listening.listen(64)
    load()
    from .selftest import faults

    found = faults()
    with os.fdopen(int(arguments[1]), "w") as ready:
        ready.write(json.dumps(found) + "\n")
    if found:
        sys.exit(1)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    gc.collect()
    gc.freeze()
    while True:
        connection, _ = listening.accept()
        with connection:
            answer(connection, listening)


def load() -> None:
    """Import what Ray's workers import, without drawing a random id that two children would share."""
    # `_raylet` reads both once, at import, and refuses to be a worker's without them.
    os.environ["RAY_JOB_ID"] = "f" * 8
    os.environ["RAY_RAYLET_PID"] = os.environ.pop(PARENT, str(os.getppid()))
    import ray.actor

    # Decorating an actor class draws an id from C++ random state, which a fork would copy: two ranks would then make
    # the same task ids, and Ray aborts. While importing, ids come from the kernel instead.
    actor: Any = ray.actor
    class_id: Any = actor.ActorClassID
    actor.ActorClassID = type("FromKernel", (), {"from_random": staticmethod(lambda: class_id(os.urandom(28)))})
    try:
        for module in MODULES:
            importlib.import_module(module)
    finally:
        actor.ActorClassID = class_id
    for name in ("RAY_JOB_ID", "RAY_RAYLET_PID"):
        os.environ.pop(name, None)


def answer(connection: socket.socket, listening: socket.socket) -> None:
    """Fork one worker for one request. A broken request costs nobody else anything."""
    connection.settimeout(REQUEST_SECONDS)
    try:
        request, files = receive(connection)
    except (OSError, ValueError):
        return
    if os.fork() == 0:
        listening.close()
        become(request, files)
    for file in files:
        os.close(file)


def receive(connection: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """One JSON line and the three descriptors that come with it."""
    data, files, _, _ = socket.recv_fds(connection, 1 << 16, FILES)
    while not data.endswith(b"\n"):
        more = connection.recv(1 << 16)
        if not more:
            raise ValueError("the request ended early")
        data += more
    request = json.loads(data)
    if len(files) != FILES:
        raise ValueError("three descriptors were expected")
    return request, list(files)


def become(request: dict[str, Any], files: list[int]) -> NoReturn:
    """In the child: be the worker that was asked for. The connection stays open until this process ends."""
    status = 1
    try:
        for number, file in enumerate(files):
            os.dup2(file, number)
        for file in files:
            os.close(file)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.environ.clear()
        os.environ.update(request["environment"])
        os.chdir(request["folder"])
        reseed()
        worker = request["argv"][0]
        sys.argv = request["argv"]
        sys.path[0] = os.path.dirname(worker)
        runpy.run_path(worker, run_name="__main__")
        status = 0
    except SystemExit as error:
        status = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(status)


def reseed() -> None:
    """Give this child random numbers of its own; it has its parent's."""
    import numpy
    import torch

    random.seed()
    numpy.random.seed()
    torch.seed()


def send(path: str, argv: list[str], environment: dict[str, str]) -> socket.socket:
    """Ask the zygote at `path` for a worker; the returned connection ends when that worker does. Raises OSError."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(path)
    request = {"argv": argv, "environment": environment, "folder": os.getcwd()}
    rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", range(FILES)))]
    message = json.dumps(request).encode() + b"\n"
    sent = connection.sendmsg([message], rights)
    connection.sendall(message[sent:])
    return connection


if __name__ == "__main__":
    assert threading.active_count() == 1
    main(sys.argv[1:])

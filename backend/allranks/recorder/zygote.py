"""A process that has imported everything a Ray worker needs, and forks one whenever Ray asks for it.

    raylet ─► worker_start.py ── arguments, environment, folder, descriptors 0-2 ─► zygote ─ fork ─► default_worker.py

A worker started the normal way imports Ray twice and torch once: seconds of CPU and 350 MB. A forked one is there in
milliseconds and shares all of it. What makes a fork safe here is checked at start (`selftest`): one thread, no random
state of Ray's used before the fork, torch's and numpy's generators seeded anew in each child.

    python -m allranks.recorder.zygote SOCKET_PATH READY_FD
"""

from __future__ import annotations

import gc
import json
import marshal
import os
import random
import runpy
import signal
import socket
import sys
import threading
import traceback
from typing import Any, NoReturn

from .preload import load
from .request import Request, parse
from .worker_start import FILES

REQUEST_SECONDS = 5.0


def main(arguments: list[str]) -> NoReturn:
    """Import, check, say on READY_FD how the check went (one JSON line: a list of faults, and a list of what is only
    slower), then fork for ever."""
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(arguments[0])
    listening.listen(64)
    load()
    from . import cleaner, rendezvous
    from .selftest import faults

    slower = [note for note in (rendezvous.install(), cleaner.install()) if note]
    found = faults()
    with os.fdopen(int(arguments[1]), "w") as ready:
        ready.write(json.dumps([found, slower]) + "\n")
    if found:
        sys.exit(1)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    gc.collect()
    gc.freeze()
    while True:
        connection, _ = listening.accept()
        with connection:
            answer(connection, listening)


def answer(connection: socket.socket, listening: socket.socket) -> None:
    """Fork one worker for one request, or say why not. A broken request costs nobody else anything."""
    connection.settimeout(REQUEST_SECONDS)
    files: list[int] = []
    try:
        content, files = receive(connection)
        request = parse(content["arguments"])
        reason = request.why_not()
        if reason is not None:
            connection.sendall(reason.encode())
        elif os.fork() == 0:
            listening.close()
            become(request, content, files)
    except (OSError, ValueError, EOFError, TypeError, KeyError):
        return
    finally:
        for file in files:
            os.close(file)


def receive(connection: socket.socket) -> tuple[dict[str, Any], list[int]]:
    """One request, as `worker_start.ask` sends it, and the three descriptors that come with it."""
    data, files, _, _ = socket.recv_fds(connection, 1 << 16, FILES)
    while len(data) < 4 or len(data) < 4 + int.from_bytes(data[:4], "big"):
        more = connection.recv(1 << 16)
        if not more:
            raise ValueError("the request ended early")
        data += more
    if len(files) != FILES:
        raise ValueError("three descriptors were expected")
    content: dict[str, Any] = marshal.loads(data[4:])  # noqa: S302  # from the sandbox's own processes, in the sandbox
    return content, list(files)


def become(request: Request, content: dict[str, Any], files: list[int]) -> NoReturn:
    """In the child: be the worker that was asked for. The connection stays open until this process ends."""
    status = 1
    try:
        for number, file in enumerate(files):
            os.dup2(file, number)
        for file in files:
            os.close(file)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.environ.clear()
        os.environ.update(content["environment"])
        os.environ.update(request.variables)
        os.chdir(content["folder"])
        reseed()
        worker = request.argv[0]
        sys.argv = request.argv
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


if __name__ == "__main__":
    assert threading.active_count() == 1
    main(sys.argv[1:])

"""A process that has imported everything a Ray worker needs, and forks one whenever Ray asks for it.

    raylet ─► worker_start.py ── arguments, environment, folder, descriptors 0-2 ─► zygote ─ fork ─► default_worker.py

A worker started the normal way imports Ray twice and torch once: seconds of CPU and 350 MB. A forked one is there in
milliseconds and shares all of it. The zygote is itself a fork: of the process that will be the learner's driver, which
needs the same imports, so that a sandbox holds them once. What makes a fork safe here is checked at start (`selftest`):
one thread, no random state of Ray's used before the fork, torch's and numpy's generators seeded anew in each child.
"""

from __future__ import annotations

import contextlib
import gc
import marshal
import os
import random
import runpy
import signal
import socket
import sys
import traceback
from typing import Any, NoReturn

from . import preload
from .request import Request, parse
from .worker_start import FILES

REQUEST_SECONDS = 5.0


def start(path: str) -> tuple[list[str], list[str]]:
    """Import, check, and leave a zygote behind that listens on the Unix socket `path`.

    Returns why there is none (one sentence a fault), and what else costs time. Must be called while this process has
    one thread.
    """
    try:
        preload.load()
        from . import cleaner, exports, rendezvous
        from .selftest import faults

        slower = [note for note in (change.install() for change in (rendezvous, cleaner, exports)) if note]
        found = faults()
    except Exception as error:
        # Whatever a new version of Ray or torch does: workers start the normal way, and a run goes on.
        return [f"what they need could not be imported beforehand ({type(error).__name__}: {error})"], []
    if not found:
        listening = socket.socket(socket.AF_UNIX)
        listening.bind(path)
        listening.listen(64)
        gc.collect()
        gc.freeze()
        detach(listening)
        gc.unfreeze()
        listening.close()
    preload.use_all_cores()
    return found, slower


def detach(listening: socket.socket) -> None:
    """Fork the zygote, by way of a child that ends: the program that comes has no child that it did not make."""
    between = os.fork()
    if between == 0:
        if os.fork() == 0:
            serve(listening)
        os._exit(0)
    os.waitpid(between, 0)


def serve(listening: socket.socket) -> NoReturn:
    """Be the zygote, for ever."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)  # standard input brings the driver its program
    os.close(nothing)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    while True:
        connection, _ = listening.accept()
        with connection:
            answer(connection, listening)


def answer(connection: socket.socket, listening: socket.socket) -> None:
    """Fork one worker for one request, or say why not. A request that is broken, or one too many for the limit on
    processes, costs nobody else anything."""
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
    except (OSError, ValueError, EOFError, TypeError, KeyError) as error:
        # Silence would mean that the worker had been there and has ended.
        with contextlib.suppress(OSError):
            connection.sendall(f"it could not be forked ({error})".encode(errors="replace"))
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

"""The learner's file, run as `__main__` the way `python FILE` runs it."""

from __future__ import annotations

import atexit
import builtins
import os
import sys
import threading
import types
from typing import Any, NoReturn

import ray._private.worker

from .channel import channel
from .tracebacks import describe, readable


def run(path: str) -> int:
    """Run the file at `path` (its folder becomes the first import path) and return the exit status.

    An exception is printed to stderr as Python would print it, without our frames, and recorded as `ProgramFailed`.
    """
    sys.argv = [os.path.basename(path)]
    sys.path[0] = os.path.dirname(path)
    module = types.ModuleType("__main__")
    module.__dict__.update(__file__=path, __builtins__=builtins, __cached__=None)
    sys.modules["__main__"] = module
    try:
        with open(path, "rb") as file:
            code = compile(file.read(), path, "exec")
        exec(code, module.__dict__)  # noqa: S102  # running the learner's program is what this process is for
    except SystemExit as error:
        return _exit_status(error)
    except BaseException as error:
        channel().emit("program_failed", **describe(error, path))
        channel().flush()
        sys.stdout.flush()
        sys.stderr.write(readable(error, path))
        sys.stderr.flush()
        return 130 if isinstance(error, KeyboardInterrupt) else 1
    return 0


def _exit_status(error: SystemExit) -> int:
    if error.code is None:
        return 0
    if isinstance(error.code, int):
        return error.code & 0xFF
    sys.stderr.write(f"{error.code}\n")
    return 1


def leave(status: int) -> NoReturn:
    """End this process as Python would, except that Ray is not shut down first.

    Non-daemon threads are waited for and the learner's `atexit` functions run. Ray's own (two seconds of polite
    disconnecting) is left out, as the whole cluster is ended from outside in the next moment; so is the interpreter's
    teardown, which Ray's threads do not survive without it.
    """
    threads: Any = threading
    exits: Any = atexit
    try:
        # What `Py_FinalizeEx` calls first: it waits for non-daemon threads.
        threads._shutdown()
        atexit.unregister(ray._private.worker.shutdown)
        exits._run_exitfuncs()
    except BaseException as error:
        sys.stderr.write(f"Exception at exit: {error!r}\n")
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            continue
    os._exit(status)

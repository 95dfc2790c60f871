"""The sandbox's first Python process: start Ray, then become the learner's program.

    python -m allranks.recorder PROGRAM --temporary DIR --logical-cpus N

The socket to the host is named by ALLRANKS_SOCKET. The exit status is the program's own; 70 says that Ray could not be
started, before any of the learner's code ran.
"""

from __future__ import annotations

import argparse
import os
import sys
import traceback

from .channel import SOCKET_VARIABLE, channel
from .tracebacks import PROGRAM_VARIABLE

CLUSTER_FAILED = 70
OBJECT_STORE_BYTES = 256 * 2**20


def main() -> int:  # noqa: RET503  # `leave` does not return
    """Start the cluster, hide our own traces from the environment, run the program and end with its exit status.

    Returns only when Ray did not start.
    """
    parser = argparse.ArgumentParser(prog="allranks.recorder")
    parser.add_argument("program")
    parser.add_argument("--temporary", required=True)
    parser.add_argument("--logical-cpus", type=int, required=True)
    options = parser.parse_args()
    os.environ[PROGRAM_VARIABLE] = options.program
    channel()
    try:
        from . import cluster, connection

        address = cluster.start(options.temporary, options.logical_cpus, None, OBJECT_STORE_BYTES)
        connection.take_over(address, options.logical_cpus)
    except Exception:
        # Whatever it is, the learner's program has not begun; the host says so and keeps the reason in its log.
        sys.stderr.write(f"Ray did not start:\n{traceback.format_exc()}")
        return CLUSTER_FAILED
    for name in (SOCKET_VARIABLE, PROGRAM_VARIABLE):
        os.environ.pop(name)
    os.environ["RAY_TRAIN_CALLBACKS"] = "allranks.recorder.callback.TrainObserver"

    from . import program

    channel().emit("phase_changed", phase="program")
    status = program.run(options.program)
    channel().flush()
    program.leave(status)


if __name__ == "__main__":
    sys.exit(main())

"""The sandbox's first Python process: start Ray, wait for a program, become it.

    python -m allranks.recorder --temporary DIR --logical-cpus N [--at-once] [--in-turn]

The socket to the host is named by ALLRANKS_SOCKET. When everything is ready, a connection of its own says so; then one
JSON line on standard input is the job: {"file_name": str, "source": str} or {"in_place": path}. The exit status is the
program's own; 70 says that Ray could not be started, before any of the learner's code ran, and 0 without a job that
none came. With `--in-turn` jobs come one after the other (`turns.py`).
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import traceback
from typing import Any, NoReturn

from .channel import SOCKET_VARIABLE, channel, connect
from .tracebacks import PROGRAM_VARIABLE

CLUSTER_FAILED = 70


def main() -> int:  # noqa: RET503  # `become` does not return
    """Prepare, say so, wait for the job, and end with its exit status. Returns only when no program ran."""
    parser = argparse.ArgumentParser(prog="allranks.recorder")
    parser.add_argument("--temporary", required=True)
    parser.add_argument("--logical-cpus", type=int, required=True)
    parser.add_argument("--at-once", action="store_true")
    parser.add_argument("--in-turn", action="store_true")
    options = parser.parse_args()
    home = os.environ.get("HOME", os.getcwd())
    # Workers must know the learner's file before there is one: the name is a link that is set at hand-out.
    os.environ[PROGRAM_VARIABLE] = os.path.join(options.temporary, "program")
    try:
        address, faults, slower = prepare(options)
    except Exception:
        # Whatever it is, no program has begun; the host says so and keeps the reason in its log.
        sys.stderr.write(f"Ray did not start:\n{traceback.format_exc()}")
        return CLUSTER_FAILED
    if options.in_turn:
        from . import turns

        def drive(job: dict[str, Any]) -> NoReturn:
            take_over(address, options)
            become(job, home, options, address, faults, slower)

        return turns.serve(drive, (home, options.temporary), [*faults, *slower])
    take_over(address, options)
    channel()
    ready = connect({"channel": "ready", "notes": [*faults, *slower]})
    job = take_job()
    if ready is not None:
        ready.close()
    if job is None:
        return 0
    become(job, home, options, address, faults, slower)


def become(
    job: dict[str, Any], home: str, options: argparse.Namespace, address: str, faults: list[str], slower: list[str]
) -> NoReturn:
    """Be the job's program from now on, in a cluster of as many nodes as it wants."""
    if job.get("nodes", 1) > 1:
        add_node(options, address)
    path = place(job, home)
    os.symlink(path, os.environ[PROGRAM_VARIABLE])
    channel()
    for name in (SOCKET_VARIABLE, PROGRAM_VARIABLE):
        os.environ.pop(name)
    os.environ["RAY_TRAIN_CALLBACKS"] = "allranks.recorder.callback.TrainObserver"

    from . import connection, differences, program, variation

    if job.get("variation"):
        variation.apply(**job["variation"])
    for line in differences.differences(options.logical_cpus, faults, slower):
        connection.say(line)
    if job.get("nodes", 1) > 1:
        connection.say(differences.TWO_NODES)
    channel().emit("phase_changed", phase="program")
    status = program.run(path)
    channel().flush()
    program.leave(status)


def prepare(options: argparse.Namespace) -> tuple[str, list[str], list[str]]:
    """Start Ray and do everything slow now. `--at-once` says that somebody waits, so no training of our own comes
    first. Returns where the cluster listens, why workers cannot be forked, and what else costs time."""
    path = os.path.join(options.temporary, "zygote")
    starting = subprocess.Popen(
        [sys.executable, "-m", "allranks.recorder.cluster", options.temporary, str(options.logical_cpus), path],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    from . import turns, warmup, zygote

    faults, slower = zygote.start(path)
    warmup.import_libraries()
    address = address_of(starting)
    if not faults and not options.at_once:
        if options.in_turn:
            turns.in_child(lambda: warmup.train_once(address))
        else:
            warmup.train_once(address)
    return address, faults, slower


def add_node(options: argparse.Namespace, address: str) -> None:
    """Give the cluster a second node. What it writes goes where this process writes; without it the program begins all
    the same, and the run's nodes tell."""
    command = [sys.executable, "-m", "allranks.recorder.cluster", options.temporary, str(options.logical_cpus)]
    zygote = os.path.join(options.temporary, "zygote")
    subprocess.run([*command, zygote, address], stdin=subprocess.DEVNULL, check=False)


def take_over(address: str, options: argparse.Namespace) -> None:
    """Let the program's `ray.init` find the cluster at `address`."""
    from . import connection

    connection.take_over(address, options.logical_cpus)


def address_of(starting: subprocess.Popen[str]) -> str:
    """Where the cluster listens, once it does. Raises RuntimeError when it could not be started."""
    assert starting.stdout is not None
    with starting.stdout as output:
        address = output.readline().strip()
    if starting.wait() != 0 or not address:
        raise RuntimeError(f"the process that starts Ray ended with status {starting.returncode}")
    return address


def take_job() -> dict[str, Any] | None:
    """The job from standard input, which is empty afterwards; None when the host closed it."""
    line = sys.stdin.buffer.readline()
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  # the program's standard input, for good
    job: dict[str, Any] | None = json.loads(line) if line else None
    return job


def place(job: dict[str, Any], home: str) -> str:
    """Write the learner's file where it belongs, go there, and return its path."""
    if "in_place" in job:
        return str(job["in_place"])
    path = os.path.join(home, job["file_name"])
    with open(path, "w", encoding="utf-8", errors="surrogatepass", newline="") as file:
        file.write(job["source"])
    os.chdir(home)
    return path


if __name__ == "__main__":
    sys.exit(main())

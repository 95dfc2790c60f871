"""Run a Ray Train program in this terminal and show every rank.

Exit status: 0 the program ended well, 1 the program failed or was stopped, 2 it is our fault or the command is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import allranks

from ..protocol import BadInput, ProblemsFound, Record, RunFinished
from .options import add_limits, read_fault, read_limits

if TYPE_CHECKING:
    from ..runners import Runner

ENDED_WELL, PROGRAM_FAILED, OURS = 0, 1, 2


def add_command(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `run`: the file, how to show it, and when to stop it."""
    parser = commands.add_parser("run", help="run a Ray Train program in this terminal and show every rank")
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.add_argument("--exercise", metavar="ID", help="judge the run as this exercise (train01)")
    parser.add_argument("--format", choices=["table", "jsonl"], default="table", help="jsonl prints one event a line")
    add_limits(parser)
    parser.add_argument(
        "--fault",
        action="append",
        default=[],
        metavar='"ACTION KEY=VALUE..."',
        help='bring a fault about: "kill rank=1 at-report=8" (ACTION kill, raise, slow, pause or kill-node; KEY rank, '
        "attempt, after-checkpoints, at-report, seconds); may be given again",
    )
    parser.add_argument("--nodes", type=int, choices=(1, 2), default=1, help="Ray nodes to run on (1)")
    parser.add_argument(
        "--record", type=Path, metavar="RECORDING", help="write the run to a file that the page replays"
    )
    parser.set_defaults(command=execute)


def execute(arguments: argparse.Namespace) -> int:
    """Run the file to its end and return the exit status."""
    path: Path = arguments.file
    try:
        source = path.read_text(encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path} ({error.strerror})", "a Python file", "check the path") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{path} (not UTF-8 text)", "a Python file", "save it as UTF-8") from error
    limits = read_limits(arguments)
    for fault in arguments.fault:
        read_fault(fault)
    from ..runners.local import LocalRunner

    runner = LocalRunner(in_place=path, limits=limits)
    if arguments.format == "jsonl":
        return asyncio.run(watch(arguments, source, runner, lambda record: print(record.model_dump_json(), flush=True)))
    from .terminal import RankTable

    with RankTable(sys.stdout) as table:
        return asyncio.run(watch(arguments, source, runner, table.show))


async def watch(arguments: argparse.Namespace, source: str, runner: Runner, show: Callable[[Record], None]) -> int:
    """Submit the program to `runner`, show each record as it comes, and return the exit status. SIGINT stops it.

    What the linter found is said on standard error, before anything runs."""
    from ..catalog import Catalog, default_exercises_folder
    from ..runs import RunController, cluster_of, count_gpus
    from ..store import MemoryEventLog, pack_run
    from .terminal import problem_lines

    event_log = MemoryEventLog()
    catalog = Catalog.read(default_exercises_folder()) if arguments.exercise else Catalog([])
    limits = read_limits(arguments)
    cluster = cluster_of(limits, count_gpus(), name="this run's cluster")
    controller = RunController(event_log, runner, catalog, limits=limits, cluster=cluster)
    await controller.start()
    try:
        request_id = f"terminal-{uuid.uuid4().hex}"
        faults = [read_fault(fault) for fault in arguments.fault]
        run_id = await controller.submit(
            arguments.exercise,
            source,
            request_id,
            file_name=arguments.file.name,
            faults=faults,
            nodes=arguments.nodes,
        )
        for number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(number, controller.cancel, run_id)
        status = OURS
        async for record in event_log.follow(run_id):
            if isinstance(record.event, ProblemsFound):
                print(*problem_lines(record.event, str(arguments.file)), sep="\n", file=sys.stderr)
            show(record)
            if isinstance(record.event, RunFinished):
                status = _status(record.event)
        if arguments.record is not None:
            packed = [piece async for piece in pack_run(event_log, run_id, allranks.__version__)]
            await asyncio.to_thread(_write, arguments.record, b"".join(packed))
        return status
    finally:
        await controller.close()
        await event_log.close()


def _write(path: Path, packed: bytes) -> None:
    try:
        path.write_bytes(packed)
    except OSError as error:
        raise BadInput(f"--record {path} ({error.strerror})", "a file that can be written", "give another") from error


def _status(finished: RunFinished) -> int:
    if finished.end == "completed":
        return ENDED_WELL
    return OURS if finished.end in ("runner_failed", "server_stopped") else PROGRAM_FAILED

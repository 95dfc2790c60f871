"""Record real runs of exercises for a page without a server: `python -m allranks.authoring.record [ID ...]`.

Of each exercise the solution and its first wrong answer are run as a learner's program is, in the sandbox, and written
to `recorded/` in its folder. Exit status: 0 all were, 1 one did not go as it should and was not written, 2 it could not
be tried.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import allranks

from ..catalog import Catalog, default_exercises_folder
from ..grading import accept
from ..protocol import AllranksError, Exercise
from ..runners import Runner
from ..store import pack_run
from .check import NOT_TRIED, NOT_WELL, WELL, sandboxed_runner
from .proof import SOLUTION, bench
from .recordings import path_of, programs_to_record

ANYWHERE = {sys.prefix: "/venv", sys.base_prefix: "/usr"}
"""What is said in place of the folders that packages and Python itself are installed in."""
LARGEST = 100_000
"""Bytes of one: it is committed, and a page loads it whole."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run and write them one after the other. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m allranks.authoring.record",
        description="Record a real run of each exercise's solution and of its first wrong answer.",
    )
    parser.add_argument("ids", nargs="*", metavar="ID", help="which exercises (default: all)")
    parser.add_argument("--exercises-dir", type=Path, default=default_exercises_folder(), help="where they lie")
    parser.add_argument("--unsafe-no-sandbox", action="store_true", help="run them as your own user, held by nothing")
    options = parser.parse_args(arguments)
    try:
        catalog = Catalog.read(options.exercises_dir, accept)
        chosen = [catalog.get(exercise_id) for exercise_id in options.ids] or list(catalog)
        runner = sandboxed_runner(options.unsafe_no_sandbox)
        return WELL if asyncio.run(record(chosen, options.exercises_dir, runner)) else NOT_WELL
    except AllranksError as error:
        print(f"allranks.authoring.record: {error}", file=sys.stderr)
        return NOT_TRIED


async def record(exercises: Sequence[Exercise], exercises_dir: Path, runner: Runner) -> bool:
    """Record each program alone, so that none is slowed by another. Whether all went as they should."""
    well = True
    async with bench(exercises, runner) as place:
        # The first run waits until a sandbox is made, which nobody wants to watch.
        await place.prove(exercises[0], SOLUTION, exercises[0].solution)
        for exercise in exercises:
            for program, source in programs_to_record(exercise).items():
                proof = await place.prove(exercise, program, source)
                run_id = proof.records[0].run_id
                pieces = [piece async for piece in pack_run(place.event_log, run_id, allranks.__version__)]
                packed = without_machine(b"".join(pieces))
                problem = proof.problem or _too_large(packed)
                size = f"{len(packed) / 1000:.1f} kB"
                print(f"{'FAIL' if problem else 'ok  '} {exercise.id}: {program}  {proof.seconds:.1f} s, {size}")
                if problem:
                    print(f"     {problem}", flush=True)
                    well = False
                else:
                    await asyncio.to_thread(_write, path_of(exercises_dir, exercise.id, program), packed)
    return well


def without_machine(packed: bytes, folders: Mapping[str, str] = ANYWHERE) -> bytes:
    """The recording without the folders of this machine, which tracebacks name: `folders` says what by. Of two, one in
    the other, the longer one is told first."""
    said = gzip.decompress(packed)
    for folder in sorted(folders, key=len, reverse=True):
        said = said.replace(folder.encode(), folders[folder].encode())
    return gzip.compress(said, mtime=0)


def _too_large(packed: bytes) -> str | None:
    return None if len(packed) <= LARGEST else f"{len(packed):,} bytes are too many for the page: at most {LARGEST:,}"


def _write(path: Path, packed: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(packed)


if __name__ == "__main__":
    sys.exit(main())

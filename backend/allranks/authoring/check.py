"""Prove exercises in real runs: `python -m allranks.authoring.check [ID ...]`.

One line a program. Exit status: 0 all is well, 1 something is not, 2 it could not be tried.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from ..catalog import Catalog, default_exercises_folder
from ..grading import accept
from ..protocol import AllranksError, BadSetting, Exercise
from ..runners import Runner
from .form import problems
from .proof import AT_ONCE, TURNS, prove_all

WELL, NOT_WELL, NOT_TRIED = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Check the form first, then run every program. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m allranks.authoring.check",
        description="Prove exercises in real runs: the starter fails, the solution passes, each wrong answer fails "
        "exactly the check that it names.",
    )
    parser.add_argument("ids", nargs="*", metavar="ID", help="which exercises (default: all)")
    parser.add_argument("--exercises-dir", type=Path, default=default_exercises_folder(), help="where they lie")
    parser.add_argument("--form-only", action="store_true", help="run nothing")
    parser.add_argument("--unsafe-no-sandbox", action="store_true", help="run them as your own user, held by nothing")
    options = parser.parse_args(arguments)
    try:
        catalog = Catalog.read(options.exercises_dir, accept)
        chosen = [catalog.get(exercise_id) for exercise_id in options.ids] or list(catalog)
        broken = [] if options.ids else [str(error) for error in catalog.broken]
        return check(chosen, broken, form_only=options.form_only, unsafe=options.unsafe_no_sandbox)
    except AllranksError as error:
        print(f"allranks.authoring.check: {error}", file=sys.stderr)
        return NOT_TRIED


def check(
    exercises: Sequence[Exercise], broken: Sequence[str], *, form_only: bool = False, unsafe: bool = False
) -> int:
    """Check these and print a line for each thing that was. `broken` are folders that could not be read, and why.
    Raises `BadSetting` where there is no sandbox to run them in and not `unsafe`."""
    wrong = list(broken)
    for line in broken:
        _say(False, line)
    for exercise in exercises:
        found = problems(exercise)
        _say(not found, f"{exercise.id}: form")
        for problem in found:
            print(f"     {problem}")
        wrong += found
    if not form_only and not wrong:
        wrong += asyncio.run(_run(exercises, sandboxed_runner(unsafe)))
    elif not form_only:
        print("Nothing was run: mend the form first.")
    return NOT_WELL if wrong else WELL


async def _run(exercises: Sequence[Exercise], runner: Runner) -> list[str]:
    began, wrong, programs = time.monotonic(), [], 0
    async for proof in prove_all(exercises, runner):
        programs += 1
        _say(proof.problem is None, f"{proof.exercise_id}: {proof.file}  {proof.seconds:.1f} s")
        if proof.problem is not None:
            print(f"     {proof.problem}")
            wrong.append(proof.problem)
    verdict = "all as they should be" if not wrong else f"{len(wrong)} not as they should be"
    print(f"{programs} programs in {time.monotonic() - began:.0f} s, {verdict}.", flush=True)
    return wrong


def sandboxed_runner(unsafe: bool) -> Runner:
    """Runs programs in the sandbox, or in none when `unsafe`. Raises `BadSetting` where there is no sandbox else."""
    from ..runners.local import LocalRunner, find_enclosure
    from ..runners.local.plain import Plain

    enclosure = Plain() if unsafe else find_enclosure().enclosure
    if enclosure.level == "D" and not unsafe:
        raise BadSetting(
            f"a machine without a sandbox ({enclosure.missing})",
            "a sandbox, or your word that you trust these programs",
            "mend that, or say --unsafe-no-sandbox",
        )
    return LocalRunner(enclosure=enclosure, pool_size=AT_ONCE, turns=TURNS)


def _say(well: bool, text: str) -> None:
    print(f"{'ok  ' if well else 'FAIL'} {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())

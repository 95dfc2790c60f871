"""Write down what a server would say of the exercises: `python -m allranks.authoring.offline FOLDER`.

The page's build does it. Where no server answers, the page reads these files in its place: each exercise as the page
may see it, its solution for when it is asked for, and the recorded runs.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from ..catalog import Catalog, default_exercises_folder
from ..grading import accept
from ..protocol import AllranksError
from .recordings import kept_recordings

RECORDINGS = "recordings"


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the folder anew. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m allranks.authoring.offline",
        description="Write what the page needs where no server answers: the exercises and their recorded runs.",
    )
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="where to; what is in it goes")
    parser.add_argument("--exercises-dir", type=Path, default=default_exercises_folder(), help="where they lie")
    options = parser.parse_args(arguments)
    try:
        write_down(options.exercises_dir, options.folder)
    except AllranksError as error:
        print(f"allranks.authoring.offline: {error}", file=sys.stderr)
        return 2
    return 0


def write_down(exercises_dir: Path, folder: Path) -> None:
    """Fill `folder`, with the paths of the API. Raises `BadExercise` or `BadRecording` for the first that is broken."""
    catalog = Catalog.read(exercises_dir, accept)
    for error in catalog.broken:
        raise error
    kept = [each for exercise in catalog for each in kept_recordings(exercises_dir, exercise.id)]
    shutil.rmtree(folder, ignore_errors=True)
    _write(folder / "exercises.json", [exercise.summary_view().model_dump() for exercise in catalog])
    for exercise in catalog:
        _write(folder / "exercises" / f"{exercise.id}.json", exercise.view().model_dump())
        solution = {"exercise_id": exercise.id, "source": exercise.solution}
        _write(folder / "exercises" / exercise.id / "solution.json", solution)
    _write(folder / f"{RECORDINGS}.json", [each.listed(RECORDINGS).model_dump() for each in kept])
    for each in kept:
        path = folder / RECORDINGS / each.name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(each.packed)


def _write(path: Path, value: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value, ensure_ascii=False), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

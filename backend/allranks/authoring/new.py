"""Begin an exercise: `python -m allranks.authoring.new ID [--title TEXT]` makes a folder that is right as it is."""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from ..catalog import default_exercises_folder
from ..protocol import AllranksError, BadInput
from . import template

ID = re.compile(r"[a-z0-9]{1,64}")
MADE, NOT_MADE = 0, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Make the folder and say what comes next. Returns the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m allranks.authoring.new",
        description="Make a folder for a new exercise: a small one that is right, to be changed piece by piece.",
    )
    parser.add_argument("id", metavar="ID", help="lower-case letters and digits, the same for ever: train06")
    parser.add_argument("--title", default="", help="a few words (default: the id)")
    parser.add_argument("--exercises-dir", type=Path, default=default_exercises_folder(), help="where to make it")
    options = parser.parse_args(arguments)
    try:
        folder = make(options.exercises_dir, options.id, options.title.strip() or options.id)
    except (AllranksError, OSError) as error:
        print(f"allranks.authoring.new: {error}", file=sys.stderr)
        return NOT_MADE
    print(f"{folder} is there: a task, a starter, a solution and one wrong answer for each check.")
    print("Next: change them into your exercise, with exercises/README.md beside you.")
    print(f"Then: python -m allranks.authoring.check {options.id}")
    return MADE


def make(parent: Path, exercise_id: str, title: str) -> Path:
    """Write the folder and return it. Raises `BadInput` when the id will not do or is taken, OSError when the disk
    refuses; nothing that is there is ever changed."""
    if not ID.fullmatch(exercise_id):
        raise BadInput(
            f"the id {exercise_id[:80]!r}", "1 to 64 lower-case letters and digits, such as train06", "choose another"
        )
    if not parent.is_dir():
        raise BadInput(f"the folder {parent}, which is not there", "a folder of exercises", "name it: --exercises-dir")
    taken = [folder.name for folder in parent.iterdir() if folder.name.split("-", 1)[0] == exercise_id]
    if taken:
        raise BadInput(f"the id {exercise_id!r}, which {taken[0]} has", "an id that no folder has", "choose another")
    folder = parent / _folder_name(exercise_id, title)
    (folder / "wrong").mkdir(parents=True)
    for name, text in template.files(exercise_id, json.dumps(title, ensure_ascii=False)).items():
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def _folder_name(exercise_id: str, title: str) -> str:
    words = re.findall(r"[a-z0-9]+", title.lower())
    return exercise_id if words in ([], [exercise_id]) else f"{exercise_id}-{'-'.join(words)[:60].strip('-')}"


if __name__ == "__main__":
    sys.exit(main())

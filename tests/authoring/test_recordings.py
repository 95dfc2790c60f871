"""The recorded runs that are committed: they can be read, are of these exercises, and went as they should."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from allranks.authoring.record import LARGEST
from allranks.authoring.recordings import Kept, kept_recordings, programs_to_record
from allranks.catalog import Catalog, default_exercises_folder
from allranks.protocol import Exercise, RunFinished, RunQueued

EXERCISES = list(Catalog.read(default_exercises_folder()))
KEPT = [kept for exercise in EXERCISES for kept in kept_recordings(default_exercises_folder(), exercise.id)]

ROOT = Path(__file__).parents[2]
COMMITTED = sorted([*default_exercises_folder().rglob("*.allranks"), *(ROOT / "tests" / "golden").glob("*.allranks")])
"""Of the exercises, and those that only tests replay."""


@pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: exercise.id)
def test_every_exercise_has_a_recorded_run_of_each_program_that_is_recorded(exercise: Exercise) -> None:
    kept = {each.program for each in KEPT if each.exercise_id == exercise.id}
    assert kept == set(programs_to_record(exercise))


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept.name)
def test_a_recorded_run_is_whole_and_small_and_of_the_program_that_is_here(kept: Kept) -> None:
    first, events = kept.recording.records[0].event, [record.event for record in kept.recording.records]
    assert kept.recording.end.complete
    assert len(kept.packed) <= LARGEST
    assert isinstance(first, RunQueued)
    assert first.exercise_id == kept.exercise_id
    exercise = next(exercise for exercise in EXERCISES if exercise.id == kept.exercise_id)
    assert first.source == programs_to_record(exercise)[kept.program], "record it anew: make recordings"
    assert sum(isinstance(event, RunFinished) for event in events) == 1


@pytest.mark.parametrize("path", COMMITTED, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_recording_names_a_folder_of_the_machine_that_it_was_made_on(path: Path) -> None:
    folders = re.findall(rb'(/[^" ]*)/lib/python3', gzip.decompress(path.read_bytes()))
    assert {folder.decode() for folder in folders} <= {"/venv", "/usr", "/usr/local"}


@pytest.mark.parametrize("kept", KEPT, ids=lambda kept: kept.name)
def test_the_list_says_who_recorded_it_and_whether_it_passed(kept: Kept) -> None:
    listed = kept.listed("recordings")
    assert listed.passed == (kept.program == "solution.py")
    assert listed.allranks_version
    assert listed.seconds > 0
    assert listed.file == f"recordings/{kept.name}"

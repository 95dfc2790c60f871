from __future__ import annotations

import pytest

from allranks.authoring.form import problems
from allranks.catalog import default_exercises_folder, read_exercise
from allranks.protocol import Exercise
from train01_anywhere import CHANGES, train01

FOLDERS = sorted(path.parent for path in default_exercises_folder().glob("*/exercise.toml"))
EXERCISES = [read_exercise(folder) for folder in FOLDERS]
every_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: str(exercise.id))


def test_there_is_train01() -> None:
    assert "train01" in {exercise.id for exercise in EXERCISES}


@every_exercise
def test_the_folders_name_begins_with_the_id(exercise: Exercise) -> None:
    assert [folder for folder in FOLDERS if folder.name.split("-")[0] == exercise.id]


@every_exercise
def test_it_has_the_form_that_the_readme_asks_for(exercise: Exercise) -> None:
    assert problems(exercise) == []


@every_exercise
def test_it_has_five_wrong_answers_a_text_for_who_passes_and_variations_to_try(exercise: Exercise) -> None:
    assert len(exercise.wrong_answers) >= 5
    assert exercise.explanation
    assert len(exercise.further) >= 2


def test_train01_shows_each_line_that_makes_it_run_on_gpus_as_well() -> None:
    (variation,) = (text for text in train01().further if "On GPUs as well" in text)
    lines = [line for instead in CHANGES.values() for line in instead.splitlines() if line not in CHANGES]
    assert [line for line in lines if line not in variation] == []

from __future__ import annotations

import ast

import pytest

from allranks.catalog import default_exercises_folder, read_exercise
from allranks.grading import accept
from allranks.protocol import Exercise

FOLDERS = sorted(path.parent for path in default_exercises_folder().glob("*/exercise.toml"))
EXERCISES = [read_exercise(folder) for folder in FOLDERS]
every_exercise = pytest.mark.parametrize("exercise", EXERCISES, ids=lambda exercise: str(exercise.id))


def imported(source: str) -> set[str]:
    """The top packages that a program imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {name.name.split(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
    return found


def test_there_is_train01() -> None:
    assert "train01" in {exercise.id for exercise in EXERCISES}


@every_exercise
def test_the_folders_name_begins_with_the_id(exercise: Exercise) -> None:
    assert [folder.name for folder in FOLDERS if folder.name.split("-")[0] == exercise.id]


@every_exercise
def test_its_checks_are_of_kinds_that_exist(exercise: Exercise) -> None:
    accept(exercise)


@every_exercise
def test_a_starter_marks_what_is_to_be_done_and_the_solution_has_it_done(exercise: Exercise) -> None:
    assert "TODO" in exercise.starter
    assert "TODO" not in exercise.solution


@every_exercise
def test_hints_grow(exercise: Exercise) -> None:
    assert len(exercise.hints) >= 3
    assert "```" not in exercise.hints[0]
    assert "```python" in exercise.hints[-1]


@every_exercise
def test_every_check_is_failed_by_some_wrong_answer(exercise: Exercise) -> None:
    assert {wrong.fails for wrong in exercise.wrong_answers} == {check.id for check in exercise.checks}


@every_exercise
def test_wrong_answers_differ_from_the_solution_and_from_each_other(exercise: Exercise) -> None:
    programs = [exercise.solution, exercise.starter, *(wrong.source for wrong in exercise.wrong_answers)]

    assert len({ast.dump(ast.parse(program)) for program in programs}) == len(programs)


@every_exercise
def test_its_programs_are_plain_ray_train(exercise: Exercise) -> None:
    for program in [exercise.starter, exercise.solution, *(wrong.source for wrong in exercise.wrong_answers)]:
        assert imported(program) <= {"ray", "torch", "numpy", "os", "tempfile"}

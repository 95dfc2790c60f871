"""What can be told of an exercise without running it."""

from __future__ import annotations

from typing import Any

import pytest

from allranks.authoring.form import problems
from allranks.catalog import Catalog, default_exercises_folder
from allranks.protocol import CheckSpec, Exercise, Repeat


@pytest.fixture(scope="module")
def train01() -> Exercise:
    return Catalog.read(default_exercises_folder()).get("train01")


def changed(exercise: Exercise, **fields: Any) -> list[str]:
    return problems(exercise.model_copy(update=fields))


def test_a_finished_exercise_has_no_problem(train01: Exercise) -> None:
    assert problems(train01) == []


def test_a_starter_without_a_todo_and_a_solution_with_one_are_told(train01: Exercise) -> None:
    told = changed(train01, starter=train01.starter.replace("TODO", "Do"), solution=train01.solution + "# TODO\n")
    assert [line.split(".py")[0] for line in told] == ["starter", "solution"]


def test_hints_that_do_not_grow_are_told(train01: Exercise) -> None:
    assert "write at least 3" in changed(train01, hints=train01.hints[:2])[0]
    assert "do not grow" in changed(train01, hints=train01.hints[::-1])[0]


def test_a_check_that_nobody_fails_is_told(train01: Exercise) -> None:
    answers = [answer for answer in train01.wrong_answers if answer.fails != "loss"]
    assert "no wrong answer fails the check 'loss'" in changed(train01, wrong_answers=answers)[0]


def test_a_check_of_the_source_that_even_the_starter_passes_is_told(train01: Exercise) -> None:
    starter = train01.starter.replace("print(f", "train.report({}) or print(f")
    assert changed(train01, starter=starter) == [
        "nothing fails the check 'reports-itself': neither starter.py nor a wrong answer that names it"
    ]


def test_a_check_of_the_source_that_a_wrong_answer_fails_as_well_is_told(train01: Exercise) -> None:
    first, *others = train01.wrong_answers
    silent = first.model_copy(update={"source": first.source.replace("train.report(", "print(")})
    assert changed(train01, wrong_answers=[silent, *others]) == [
        f"wrong/{first.name}.py: the check 'reports-itself' must hold in it, and does not"
    ]


def test_a_check_of_the_source_that_the_solution_fails_is_told(train01: Exercise) -> None:
    solution = train01.solution.replace("train.report(", "print(")
    assert changed(train01, solution=solution) == [
        "solution.py: the check 'reports-itself' must hold in it, and does not"
    ]


def test_a_wrong_answer_that_does_not_fail_the_check_of_the_source_that_it_names_is_told(train01: Exercise) -> None:
    first, *others = train01.wrong_answers
    named = first.model_copy(update={"fails": "reports-itself"})
    told = changed(train01, wrong_answers=[named, *others])
    assert f"wrong/{first.name}.py: the check 'reports-itself' must fail in it, and does not" in told


def test_two_answers_that_are_the_same_program_are_told_whatever_their_layout(train01: Exercise) -> None:
    first, second, *others = train01.wrong_answers
    copied = second.model_copy(update={"source": f"# another comment\n{first.source}"})
    (told,) = changed(train01, wrong_answers=[first, copied, *others])
    assert told.startswith(f"wrong/{second.name}.py is the same program as wrong/{first.name}.py")


def test_a_program_that_python_cannot_read_is_told_with_its_line(train01: Exercise) -> None:
    (told,) = changed(train01, solution="x = (\n")
    assert told.startswith("solution.py, line 1:")


def test_a_program_that_imports_anything_of_ours_is_told(train01: Exercise) -> None:
    (told,) = changed(train01, solution=f"import allranks\n{train01.solution}")
    assert told.startswith("solution.py imports allranks: use only")


def test_a_kind_of_check_that_does_not_exist_is_told(train01: Exercise) -> None:
    checks = [train01.checks[0].model_copy(update={"kind": "magic"}), *train01.checks[1:]]
    assert "'magic'" in changed(train01, checks=checks)[0]


def test_a_program_that_no_check_asks_is_told_and_so_is_one_that_python_cannot_read(train01: Exercise) -> None:
    told = changed(train01, rerun="def main(:\n")
    assert told[0].startswith("rerun.py, line 1: ")
    assert told[1].startswith("rerun.py tells numbers that no check asks for")


def test_a_check_that_asks_a_program_needs_one(train01: Exercise) -> None:
    check = CheckSpec(id="opens", kind="rerun_metric", title="It opens", parameters={"metric": "loss", "target": 0.1})
    told = changed(train01, checks=[*train01.checks, check])
    assert any("'opens' without rerun.py" in line and "write rerun.py" in line for line in told), told


def test_what_is_drawn_and_not_asked_for_is_told_and_so_is_a_check_in_it_that_does_not_exist(train01: Exercise) -> None:
    told = changed(train01, repeat=Repeat(workers=[2], metric="loss"))
    assert told == ["[repeat] is drawn and no check asks for it: add a check of the kind holds_again, or remove it"]
    told = changed(train01, repeat=Repeat(workers=[2], metric="loss", checks=["lost"]))
    assert any("[repeat]: checks: 'lost'" in line for line in told), told
    check = CheckSpec(id="again", kind="holds_again", title="Again", parameters={"tolerance": 0.1})
    told = changed(train01, checks=[*train01.checks, check])
    assert any("'again' without [repeat]" in line for line in told), told

"""What of an exercise may leave the server."""

from __future__ import annotations

from allranks.protocol import SOURCE, CheckSpec, Exercise, ExerciseView, WrongAnswer

EXERCISE = Exercise(
    id="demo01",
    title="Demo",
    summary="A demo.",
    task="Do it.",
    starter="start = 1",
    solution="secret = 1",
    hints=["one"],
    checks=[CheckSpec(id="four", kind="world_size", title="Four", parameters={"world_size": 4})],
    wrong_answers=[WrongAnswer(name="two", source="mistake = 1", fails="four")],
)


def test_the_view_holds_nothing_that_gives_the_answer_away() -> None:
    text = EXERCISE.view().model_dump_json()
    for part in ("secret", "mistake", "world_size", "fails"):
        assert part not in text
    assert set(EXERCISE.view().model_dump()) == set(ExerciseView.model_fields)


def test_only_what_is_asked_of_the_source_may_be_known_before() -> None:
    claim = {"kind": "calls", "name": "ray.train.report"}
    asked = CheckSpec(id="asked", kind=SOURCE, title="Asked", parameters={"claim": claim})
    posing = CheckSpec(id="posing", kind="world_size", title="Posing", parameters={"claim": claim})
    assert [check.view().claim for check in (asked, posing, *EXERCISE.checks)] == [claim, None, None]


def test_tracebacks_name_the_exercise() -> None:
    assert EXERCISE.view().file_name == EXERCISE.file_name == "demo01.py"


def test_its_line_in_the_list_is_short() -> None:
    assert set(EXERCISE.summary_view().model_dump()) == {"id", "title", "summary"}

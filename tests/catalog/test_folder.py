"""A folder becomes an exercise, or a sentence about what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from allranks.catalog import read_exercise
from allranks.protocol import BadExercise, PlannedFault, Repeat


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_folder_is_read_whole(folder: Path) -> None:
    exercise = read_exercise(folder)
    assert exercise.id == "demo01"
    assert exercise.file_name == "demo01.py"
    assert exercise.task == "# README.md\n"
    assert exercise.starter == "# starter.py\n"
    assert exercise.solution == "# solution.py\n"
    assert exercise.hints == ["one", "two", "three"]
    assert [(check.id, check.kind, check.parameters) for check in exercise.checks] == [
        ("four-workers", "world_size", {"world_size": 4})
    ]
    assert [(wrong.name, wrong.fails) for wrong in exercise.wrong_answers] == [("two-workers", "four-workers")]


def test_planned_faults_are_read_and_stay_on_the_server(folder: Path) -> None:
    table = '[[faults]]\naction = "kill"\nafter_checkpoints = 1\nat_report = 5\nat_report_to = 9\n'
    change(folder / "exercise.toml", "[[checks]]", f"{table}\n[[checks]]")
    change(folder / "exercise.toml", 'title = "Demo"', 'title = "Demo"\nfaults_allowed = true')
    exercise = read_exercise(folder)
    assert exercise.faults == [PlannedFault(action="kill", after_checkpoints=1, at_report=5, at_report_to=9)]
    assert exercise.view().faults_allowed
    assert "at_report" not in exercise.view().model_dump_json()


def test_an_exercise_has_no_faults_and_allows_none_unless_it_says_so(folder: Path) -> None:
    exercise = read_exercise(folder)
    assert (exercise.faults, exercise.faults_allowed) == ([], False)


def test_the_view_of_it_holds_no_answer(folder: Path) -> None:
    text = read_exercise(folder).view().model_dump_json()
    assert "solution.py" not in text
    assert "two-workers" not in text
    assert "world_size" not in text


@pytest.mark.parametrize("name", ["README.md", "starter.py", "solution.py", "wrong/two-workers.py"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(BadExercise) as caught:
        read_exercise(folder)
    assert str(folder / name) in caught.value.came


def test_an_empty_file_is_named(folder: Path) -> None:
    (folder / "starter.py").write_text(" \n")
    with pytest.raises(BadExercise, match=r"starter\.py: an empty file"):
        read_exercise(folder)


def test_a_wrong_answer_that_nobody_names_is_found(folder: Path) -> None:
    (folder / "wrong" / "forgotten.py").write_text("pass\n")
    with pytest.raises(BadExercise, match=r"forgotten\.py, which exercise\.toml does not name"):
        read_exercise(folder)


def test_a_wrong_answer_must_fail_a_check_that_exists(folder: Path) -> None:
    change(folder / "exercise.toml", 'fails = "four-workers"', 'fails = "five-workers"')
    with pytest.raises(BadExercise, match=r"wrong\[0\]\.fails: 'five-workers'.*four-workers"):
        read_exercise(folder)


def test_the_folder_carries_the_id(folder: Path) -> None:
    change(folder / "exercise.toml", 'id = "demo01"', 'id = "demo02"')
    with pytest.raises(BadExercise, match="id: 'demo02' in the folder 'demo01-a-demo'"):
        read_exercise(folder)


def test_two_checks_do_not_share_an_id(folder: Path) -> None:
    manifest = folder / "exercise.toml"
    check = manifest.read_text().split("\n\n")[1]
    manifest.write_text(f"{manifest.read_text()}\n{check}\n")
    with pytest.raises(BadExercise, match="checks: 'four-workers' twice"):
        read_exercise(folder)


def test_a_folder_without_a_manifest_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadExercise, match=r"without exercise\.toml"):
        read_exercise(tmp_path)


def test_the_program_for_checkpoints_is_read_where_there_is_one_and_stays_on_the_server(folder: Path) -> None:
    assert read_exercise(folder).rerun is None
    (folder / "rerun.py").write_text("print('{}')\n")
    exercise = read_exercise(folder)
    assert exercise.rerun == "print('{}')\n"
    assert "rerun" not in exercise.view().model_dump_json()


def test_what_is_drawn_for_one_run_more_is_read_and_stays_on_the_server(folder: Path) -> None:
    assert read_exercise(folder).repeat is None
    table = '[repeat]\nworkers = [2, 5]\nconfig = { lr = [0.01, 0.03] }\nmetric = "loss"\nchecks = ["four-workers"]\n'
    change(folder / "exercise.toml", "[[checks]]", f"{table}\n[[checks]]")
    exercise = read_exercise(folder)
    assert exercise.repeat == Repeat(
        workers=[2, 5], config={"lr": (0.01, 0.03)}, metric="loss", checks=["four-workers"]
    )
    assert "repeat" not in exercise.view().model_dump_json()


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("[2, 5]", "[]", "repeat.workers"),
        ("[0.01, 0.03]", "[0.01]", "repeat.config.lr"),
        ("metric", "metrik", "repeat.metr"),
    ],
)
def test_a_mistake_in_what_is_drawn_is_named(folder: Path, old: str, new: str, key: str) -> None:
    table = '[repeat]\nworkers = [2, 5]\nconfig = { lr = [0.01, 0.03] }\nmetric = "loss"\n'.replace(old, new)
    change(folder / "exercise.toml", "[[checks]]", f"{table}\n[[checks]]")
    with pytest.raises(BadExercise) as caught:
        read_exercise(folder)
    assert key in caught.value.came

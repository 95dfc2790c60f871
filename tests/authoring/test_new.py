"""A new exercise is a folder that is right from the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from allranks.authoring import check, new
from allranks.authoring.form import problems
from allranks.authoring.proof import AT_ONCE, prove_all
from allranks.catalog import read_exercise
from allranks.runners.local import LocalRunner
from real_runs import best_enclosure


def test_a_new_folder_has_the_form_and_says_what_comes_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new.main(["train06", "--title", "Slow ranks, & fast ones", "--exercises-dir", str(tmp_path)]) == new.MADE
    assert "python -m allranks.authoring.check train06" in capsys.readouterr().out
    exercise = read_exercise(tmp_path / "train06-slow-ranks-fast-ones")
    assert exercise.title == "Slow ranks, & fast ones"
    assert problems(exercise) == []
    assert check.main(["--exercises-dir", str(tmp_path), "--form-only"]) == check.WELL


@pytest.mark.parametrize("title", ['"quoted" \\ back', "Prüfung", "100 %"])
def test_any_title_is_kept_as_it_is(tmp_path: Path, title: str) -> None:
    assert read_exercise(new.make(tmp_path, "train06", title)).title == title


@pytest.mark.parametrize("exercise_id", ["Train06", "train-06", "", "../x", "a" * 65])
def test_an_id_that_cannot_be_a_link_is_refused_and_nothing_is_made(
    tmp_path: Path, exercise_id: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new.main([exercise_id, "--exercises-dir", str(tmp_path)]) == new.NOT_MADE
    assert "lower-case letters and digits" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_an_id_that_is_taken_is_refused_and_the_folder_that_has_it_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "train06-mine").mkdir()
    assert new.main(["train06", "--title", "Other", "--exercises-dir", str(tmp_path)]) == new.NOT_MADE
    assert "which train06-mine has" in capsys.readouterr().err
    assert [folder.name for folder in tmp_path.iterdir()] == ["train06-mine"]


@pytest.mark.ray
@pytest.mark.timeout(200)
async def test_a_new_exercise_is_proved_as_it_is(tmp_path: Path) -> None:
    exercise = read_exercise(new.make(tmp_path, "train06", "train06"))
    runner = LocalRunner(enclosure=best_enclosure(), pool_size=AT_ONCE)
    proofs = {proof.file: proof.problem async for proof in prove_all([exercise], runner)}
    assert set(proofs.values()) == {None}, proofs

"""The command: what it prints and how it ends."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from allranks.authoring.check import NOT_TRIED, NOT_WELL, WELL, main
from allranks.catalog import default_exercises_folder
from allranks.runners import local
from allranks.runners.local.plain import Plain
from allranks.runners.local.seal.levels import Found

TRAIN01 = default_exercises_folder() / "train01-torch-trainer"


def test_the_form_of_one_exercise_is_checked_without_running_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train01", "--form-only"]) == WELL
    assert capsys.readouterr().out == "ok   train01: form\n"


def test_an_exercise_that_is_not_there_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["train99", "--form-only"]) == NOT_TRIED
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "got the exercise 'train99'; expected one that this server has (train01" in said


def test_a_folder_that_is_not_there_is_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--exercises-dir", str(tmp_path / "none")]) == NOT_TRIED
    assert capsys.readouterr().err.count("\n") == 1


def test_nothing_is_run_before_the_form_is_right(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shutil.copytree(TRAIN01, tmp_path / TRAIN01.name)
    solution = tmp_path / TRAIN01.name / "solution.py"
    solution.write_text(f"# TODO\n{solution.read_text()}")
    assert main(["--exercises-dir", str(tmp_path)]) == NOT_WELL
    assert capsys.readouterr().out.splitlines() == [
        "FAIL train01: form",
        "     solution.py still has a TODO: do it, and remove the word",
        "Nothing was run: mend the form first.",
    ]


def test_a_folder_that_cannot_be_read_is_told_beside_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(TRAIN01, tmp_path / TRAIN01.name)
    (tmp_path / "train02-broken").mkdir()
    (tmp_path / "train02-broken" / "exercise.toml").write_text("id = 3\n")
    assert main(["--exercises-dir", str(tmp_path), "--form-only"]) == NOT_WELL
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("FAIL got ")
    assert "exercise.toml: id: 3" in lines[0]
    assert lines[1] == "ok   train01: form"


def test_without_a_sandbox_nothing_is_run_and_one_sentence_says_what_would_mend_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = Plain()
    plain.missing = "bubblewrap is not installed: install the package bubblewrap"
    monkeypatch.setattr(local, "find_enclosure", lambda: Found(plain, ()))
    assert main(["train01"]) == NOT_TRIED
    said = capsys.readouterr()
    assert said.out == "ok   train01: form\n"
    assert said.err.count("\n") == 1
    assert "install the package bubblewrap" in said.err
    assert "--unsafe-no-sandbox" in said.err

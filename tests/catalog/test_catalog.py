"""The list of exercises."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from allranks.catalog import Catalog, UnknownExercise, default_exercises_folder
from allranks.protocol import BadExercise, BadSetting, Exercise


def test_a_broken_exercise_is_left_out_and_the_others_work(folder: Path) -> None:
    broken = folder.parent / "demo00-broken"
    shutil.copytree(folder, broken)
    (broken / "solution.py").unlink()
    catalog = Catalog.read(folder.parent)
    assert [exercise.id for exercise in catalog] == ["demo01"]
    assert ["demo00-broken" in str(error) for error in catalog.broken] == [True]


def test_an_id_is_given_once(folder: Path) -> None:
    shutil.copytree(folder, folder.parent / "demo01-again")
    catalog = Catalog.read(folder.parent)
    assert len(list(catalog)) == 1
    assert "a second time" in str(catalog.broken[0])


def test_what_is_not_accepted_is_left_out(folder: Path) -> None:
    def refuse(exercise: Exercise) -> None:
        raise BadExercise("checks[0].kind: 'x'", "a kind that exists", "mend it")

    catalog = Catalog.read(folder.parent, refuse)
    assert list(catalog) == []
    assert catalog.broken[0].came == f"{folder / 'exercise.toml'}: checks[0].kind: 'x'"


def test_folders_without_a_manifest_are_passed_over(folder: Path) -> None:
    (folder.parent / "__pycache__").mkdir()
    assert len(list(Catalog.read(folder.parent))) == 1


def test_an_unknown_exercise_is_refused_with_what_there_is(folder: Path) -> None:
    catalog = Catalog.read(folder.parent)
    assert catalog.get("demo01").title == "Demo"
    with pytest.raises(UnknownExercise, match=r"train99.*demo01"):
        catalog.get("train99")


def test_a_missing_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="--exercises-dir"):
        Catalog.read(tmp_path / "nowhere")


def test_our_own_exercises_follow_the_format() -> None:
    catalog = Catalog.read(default_exercises_folder())
    assert catalog.broken == []
    assert "train01" in [exercise.id for exercise in catalog]

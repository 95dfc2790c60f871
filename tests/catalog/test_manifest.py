"""exercise.toml: what it may hold, and what is said when it does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from allranks.catalog.manifest import read_manifest
from allranks.protocol import BadExercise


def test_further_keys_of_a_check_are_its_parameters(folder: Path) -> None:
    manifest = read_manifest(folder / "exercise.toml")
    assert manifest.checks[0].parameters == {"world_size": 4}


@pytest.mark.parametrize(
    ("old", "new", "names"),
    [
        ('title = "Demo"\n', "", "title: nothing"),
        ('title = "Demo"', 'title = ""', "title: ''"),
        ('title = "Demo"', 'titel = "Demo"', "title: nothing"),
        ('title = "Demo"', 'title = "Demo"\nlevel = 3', "level: 3"),
        ('id = "demo01"', 'id = "Demo 1"', "id: 'Demo 1'"),
        ('["one", "two", "three"]', '["one", "two"]', "hints: ['one', 'two']"),
        ('["one", "two", "three"]', '["one", "two", 3]', "hints[2]: 3"),
        ('id = "four-workers"', 'id = "Four workers"', "checks[0].id: 'Four workers'"),
        ('kind = "world_size"\n', "", "checks[0].kind: nothing"),
        ('fails = "four-workers"', "", "wrong[0].fails: nothing"),
        ('name = "two-workers"', 'name = "../secret"', "wrong[0].name: '../secret'"),
        ("world_size = 4", "world_size = 2026-01-01", "checks[0].world_size"),
        ("world_size = 4", "world_size = nan", "checks[0].world_size"),
        ("[[checks]]", "[[checks]", "Expected"),
        ("[[checks]]", "[[faults]]\nrank = 1\n[[checks]]", "faults[0].action: nothing"),
        ("[[checks]]", '[[faults]]\naction = "hug"\n[[checks]]', "faults[0].action: 'hug'"),
        ("[[checks]]", '[[faults]]\naction = "kill"\nrnak = 1\n[[checks]]', "faults[0].rnak: 1"),
        ("[[checks]]", '[[faults]]\naction = "kill"\nrank = "1"\n[[checks]]', "faults[0].rank: '1'"),
        ("[[checks]]", '[[faults]]\naction = "kill"\nat_report = 0\n[[checks]]', "faults[0].at_report: 0"),
        ("[[checks]]", '[[faults]]\naction = "slow"\n[[checks]]', "faults[0]: {'action': 'slow'}"),
        ('title = "Demo"', 'title = "Demo"\nfaults_allowed = "yes"', "faults_allowed: 'yes'"),
    ],
)
def test_the_file_and_the_key_are_named(folder: Path, old: str, new: str, names: str) -> None:
    path = folder / "exercise.toml"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(BadExercise) as caught:
        read_manifest(path)
    assert caught.value.came.startswith(f"{path}: ")
    assert names in caught.value.came


def test_a_file_that_is_not_text_is_said(folder: Path) -> None:
    (folder / "exercise.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadExercise, match=r"exercise\.toml"):
        read_manifest(folder / "exercise.toml")

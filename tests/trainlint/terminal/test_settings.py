from __future__ import annotations

import re
from pathlib import Path

import pytest

from trainlint.terminal.errors import UsageError
from trainlint.terminal.settings import Settings, settings_for, settings_in

FULL = """
[tool.trainlint]
select = ["RTL", "pyf"]
ignore = ["RTL101"]
exclude = ["old/", "*_pb2.py"]

[tool.trainlint.per-file-ignores]
"tests/*" = ["RTL1", "PYF401"]
"""


def written(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "pyproject.toml"
    file.write_text(text)
    return file


def test_every_setting_is_read(tmp_path: Path) -> None:
    assert settings_in(written(tmp_path, FULL)) == Settings(
        folder=tmp_path,
        select=("RTL", "PYF"),
        ignore=("RTL101",),
        per_file_ignores={"tests/*": ("RTL1", "PYF401")},
        exclude=("old/", "*_pb2.py"),
    )


def test_the_nearest_file_with_the_section_counts(tmp_path: Path) -> None:
    written(tmp_path, "[tool.trainlint]\nignore = ['PYF']\n")
    written(tmp_path / "package", "[project]\nname = 'x'\n")
    deepest = tmp_path / "package/deep"
    deepest.mkdir()
    assert settings_for(deepest) == Settings(tmp_path, ignore=("PYF",))
    written(deepest, "[tool.trainlint]\n")
    assert settings_for(deepest) == Settings(deepest)


def test_without_the_section_nothing_is_set(tmp_path: Path) -> None:
    assert settings_for(tmp_path) == Settings(tmp_path)
    assert settings_in(written(tmp_path, "tool = 1\n")) is None


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[tool.trainlint]\nselct = []\n", "there is no setting 'selct'; expected any of select, ignore, per-file-"),
        ("[tool.trainlint]\nselect = ['X1']\n", "select: no code begins with 'X1'"),
        ("[tool.trainlint]\nselect = 'RTL'\n", "select: expected a list of texts and got 'RTL'"),
        ("[tool.trainlint]\nexclude = [1]\n", "exclude: expected a list of texts and got [1]"),
        ("[tool.trainlint]\nper-file-ignores = []\n", "per-file-ignores must be a table of lists"),
        ("[tool.trainlint.per-file-ignores]\n'a.py' = ['Z']\n", "per-file-ignores: a.py: no code begins with 'Z'"),
        ("[tool]\ntrainlint = 1\n", "expected a table with any of select"),
        ("[tool.trainlint\n", "is not TOML: "),
    ],
)
def test_what_is_not_understood_is_refused_with_its_file(tmp_path: Path, text: str, sentence: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(UsageError, match=re.escape(sentence)) as refused:
        settings_in(file)
    assert str(file) in str(refused.value)


def test_a_file_that_is_not_text_or_cannot_be_read_is_refused(tmp_path: Path) -> None:
    file = written(tmp_path, "")
    file.write_bytes(b"\xff")
    with pytest.raises(UsageError, match="is not TOML"):
        settings_in(file)
    with pytest.raises(UsageError, match="cannot read"):
        settings_in(tmp_path)

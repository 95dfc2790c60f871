from __future__ import annotations

from pathlib import Path

import pytest

import trainlint.terminal.formats
from trainlint.terminal.formats import format_names, rendered_as
from trainlint.terminal.report import Report


def test_every_file_of_the_folder_is_a_format() -> None:
    folder = Path(trainlint.terminal.formats.__file__).parent
    files = {file.stem for file in folder.glob("*.py")} - {"__init__", "listing"}
    assert set(format_names()) == files == {"github", "json", "sarif", "text"}


@pytest.mark.parametrize("name", format_names())
def test_every_format_can_say_that_there_is_nothing(name: str) -> None:
    assert isinstance(rendered_as(name, Report()), str)

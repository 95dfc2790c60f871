"""The command line."""

from __future__ import annotations

import pytest

import allranks
from allranks.cli import main
from allranks.cli.main import OURS


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["--version"])
    assert caught.value.code == 0
    assert capsys.readouterr().out == f"allranks {allranks.__version__}\n"


def test_commands_are_found_by_their_files(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    assert "serve" in capsys.readouterr().out


def test_a_command_that_does_not_exist_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["sever"])
    assert caught.value.code == OURS
    assert "sever" in capsys.readouterr().err


def test_what_we_refuse_is_one_sentence_and_status_two(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--port", "eighty"]) == OURS
    error = capsys.readouterr().err
    assert error.startswith("allranks: got --port 'eighty'")
    assert error.count("\n") == 1

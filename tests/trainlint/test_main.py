from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from trainlint.__main__ import main
from trainlint.version import __version__


@pytest.fixture
def clean(tmp_path: Path) -> str:
    path = tmp_path / "clean.py"
    path.write_text("x = 1\n")
    return str(path)


@pytest.fixture
def faulty(tmp_path: Path) -> str:
    path = tmp_path / "faulty.py"
    path.write_text("x = 'ü' + name\n", encoding="utf-8")
    return str(path)


def test_a_clean_file_exits_with_0(clean: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([clean]) == 0
    assert capsys.readouterr().out == "Nothing found.\n"


def test_a_finding_exits_with_1_and_is_told_with_its_place_and_what_to_do(
    faulty: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([faulty]) == 1
    assert capsys.readouterr().out == (
        f"{faulty}:1:11: PYF821 error: The name `name` is not defined.\n"
        "    Import or define it, or mend its spelling.\n1 finding\n"
    )


def test_json_names_the_file_of_each_finding(faulty: str, clean: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([clean, faulty, "--format", "json"]) == 1
    rows = json.loads(capsys.readouterr().out)
    assert [(row["file"], row["code"], row["line"], row["column"]) for row in rows] == [(faulty, "PYF821", 1, 10)]


def test_json_of_nothing_is_an_empty_list(clean: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([clean, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


def test_a_file_that_cannot_be_read_exits_with_2_and_the_others_are_linted(
    tmp_path: Path, faulty: str, capsys: pytest.CaptureFixture[str]
) -> None:
    binary = tmp_path / "binary.py"
    binary.write_bytes(b"\xff\xfe")
    assert main([str(tmp_path / "absent.py"), str(binary), faulty]) == 2
    output = capsys.readouterr()
    assert "PYF821" in output.out
    assert "cannot read" in output.err
    assert "expected a file of UTF-8 text" in output.err


def test_a_dash_reads_standard_input(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("x = ü\n".encode()), encoding="ascii"))
    assert main(["-"]) == 1
    assert capsys.readouterr().out.startswith("-:1:5: PYF821")


def test_no_file_is_a_usage_error() -> None:
    with pytest.raises(SystemExit) as ended:
        main([])
    assert ended.value.code == 2


def test_the_module_runs_as_a_program(faulty: str) -> None:
    path = str(Path(__file__).parents[2] / "backend")
    for arguments, status in ((["--version"], 0), ([faulty], 1)):
        ran = subprocess.run(
            [sys.executable, "-m", "trainlint", *arguments], env={"PYTHONPATH": path}, capture_output=True, text=True
        )
        assert ran.returncode == status, ran.stderr
    assert __version__.count(".") == 2

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from trainlint.engine import checks, lint
from trainlint.pages import CSS, write_pages
from trainlint.pages.__main__ import main


def test_a_findings_page_lies_where_it_says(tmp_path: Path) -> None:
    write_pages(tmp_path)
    [finding] = lint("x = (\n")
    assert (tmp_path / finding.page).read_text(encoding="utf-8").startswith("<!doctype html>")
    assert {file.name for file in (tmp_path / "rules").iterdir()} == {
        "index.html",
        "rules.css",
        *(f"{check.code}.html" for check in checks()),
    }
    assert (tmp_path / "rules/rules.css").read_text() == CSS


def test_a_page_whose_check_is_gone_is_deleted_and_other_files_stay(tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    for name in ("RTL999.html", "notes.html"):
        (tmp_path / "rules" / name).write_text("")
    write_pages(tmp_path)
    assert not (tmp_path / "rules/RTL999.html").exists()
    assert (tmp_path / "rules/notes.html").exists()


def test_a_place_that_cannot_be_written_is_a_failure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "rules").write_text("")
    assert main([str(tmp_path)]) == 2
    assert capsys.readouterr().err.startswith("trainlint.pages: cannot write ")


def test_the_module_runs_as_a_program(tmp_path: Path) -> None:
    path = str(Path(__file__).parents[3] / "backend")
    command = [sys.executable, "-m", "trainlint.pages", str(tmp_path)]
    ran = subprocess.run(command, env={"PYTHONPATH": path}, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, f"{tmp_path / 'rules/index.html'}\n")

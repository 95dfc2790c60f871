"""pre-commit itself is not needed: what it reads is read here, and what it would start is started the same way."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from trainlint import pre_commit

ROOT = Path(__file__).parents[2]
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())


def run_hook(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """As pre-commit does for `language: script`: the entry in the checkout, from the user's repository."""
    [hook] = HOOKS
    script, *fixed = shlex.split(hook["entry"])
    environment = {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    command = [str(ROOT / script), *fixed, *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


def test_the_one_hook_has_what_pre_commit_asks_for() -> None:
    [hook] = HOOKS
    assert hook["id"] == "trainlint"
    assert hook["language"] == "script"
    assert hook["types"] == ["python"]
    assert {"name", "description", "entry"} <= set(hook)


def test_the_entry_is_a_program() -> None:
    assert os.access(ROOT / shlex.split(HOOKS[0]["entry"])[0], os.X_OK)


def test_the_hook_finds_mends_and_leaves_out(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.trainlint]\nexclude = ['old.py']\n")
    for name in ("a.py", "old.py"):
        (tmp_path / name).write_text("x = 1  # trainlint: ignore[RTL101] why\n")

    found = run_hook(tmp_path, "a.py", "old.py")
    assert (found.returncode, found.stderr) == (1, "")
    assert found.stdout.startswith("a.py:1:8: RTL004 ")
    assert run_hook(tmp_path, "--fix", "a.py", "old.py").returncode == 0
    assert (tmp_path / "a.py").read_text() == "x = 1\n"
    assert "ignore" in (tmp_path / "old.py").read_text()


def test_an_older_python_is_told_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 1))
    assert pre_commit.main() == 2
    assert capsys.readouterr().err.startswith("trainlint needs Python 3.11 or newer")

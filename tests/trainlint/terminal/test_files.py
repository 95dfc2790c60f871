from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from trainlint.terminal.files import Files
from trainlint.terminal.patterns import Patterns


@pytest.fixture(autouse=True)
def _project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def make(*names: str, text: str = "") -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)


def found(*names: str, exclude: tuple[str, ...] = (), force_exclude: bool = False) -> list[str]:
    failures: list[str] = []
    files = list(Files(Patterns(Path.cwd(), exclude), failures, force_exclude=force_exclude).of(names or (".",)))
    assert failures == []
    return [Path(name).as_posix() for name in files]


def test_python_files_are_found_in_order_and_nothing_else() -> None:
    make("b.py", "a.py", "deep/down/c.py", "notes.md", "d.pyc")
    assert found() == ["a.py", "b.py", "deep/down/c.py"]
    assert found("deep") == ["deep/down/c.py"]


def test_a_file_is_linted_once_however_often_it_is_named() -> None:
    make("a.py", "deep/b.py")
    assert found("a.py", ".", "deep", "./a.py") == ["a.py", "deep/b.py"]


def test_a_file_that_is_named_is_taken_whatever_it_is_called() -> None:
    make("script", ".gitignore", text="script\n")
    assert found("script", "absent.py") == ["script", "absent.py"]


def test_environments_caches_and_repositories_are_not_gone_into() -> None:
    make(".git/a.py", ".venv/b.py", "node_modules/c.py", "__pycache__/d.py", "mine/pyvenv.cfg", "mine/e.py", "f.py")
    assert found() == ["f.py"]


def test_what_git_ignores_is_left_out_down_to_a_nested_file_that_takes_it_back() -> None:
    make(".gitignore", text="build/\n*_pb2.py\n")
    make("deep/.gitignore", text="!kept_pb2.py\nlocal.py\n")
    make("build/a.py", "deep/build/b.py", "x_pb2.py", "deep/kept_pb2.py", "deep/local.py", "local.py", "deep/c.py")
    assert found() == ["deep/c.py", "deep/kept_pb2.py", "local.py"]


def test_the_repository_around_a_folder_is_asked_too() -> None:
    make(".git/info/exclude", text="secret.py\n")
    make(".gitignore", text="deep/old.py\n*.gen.py\n")
    make("deep/.gitignore", text="!kept.gen.py\n")
    make("deep/down/x.gen.py", "deep/down/kept.gen.py", "deep/old.py", "deep/secret.py", "deep/a.py")
    assert found("deep") == ["deep/a.py", "deep/down/kept.gen.py"]
    assert found("deep/down") == ["deep/down/kept.gen.py"]


def test_files_around_that_belong_to_no_repository_are_not_asked() -> None:
    make(".gitignore", text="*.py\n")
    make("deep/a.py")
    assert found("deep") == ["deep/a.py"]


@pytest.mark.skipif(shutil.which("git") is None, reason="GIT IS MISSING: ITS OWN ANSWER WAS NOT COMPARED")
def test_git_lists_the_same_files() -> None:
    subprocess.run(["git", "init", "-q", "."], check=True)
    make(".gitignore", text="/build\nout*/\n!outer/\n**/gen/*.py\n!gen/keep.py\n")
    make("deep/.gitignore", text="*.py\n!x.py\n")
    make("build/a.py", "deep/build/x.py", "outer/a.py", "output/a.py", "gen/keep.py", "gen/a.py", "deep/y.py", "z.py")
    listed = subprocess.run(
        ["git", "ls-files", "--others", "--exclude-standard", "*.py"], capture_output=True, text=True, check=True
    )
    assert found() == sorted(listed.stdout.split())


def test_what_the_settings_exclude_is_left_out_unless_it_is_named() -> None:
    make("a.py", "old/b.py")
    assert found(exclude=("old",)) == ["a.py"]
    assert found("old/b.py", "old", exclude=("old",)) == ["old/b.py"]
    assert found("old/b.py", "old", "a.py", exclude=("old",), force_exclude=True) == ["a.py"]


def test_links_to_folders_are_not_followed_and_links_to_nothing_are_no_files() -> None:
    make("deep/a.py")
    Path("deep/again").symlink_to(Path.cwd())
    Path("gone.py").symlink_to("nothing")
    Path("linked.py").symlink_to("deep/a.py")
    assert found() == ["deep/a.py", "linked.py"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read every folder")
def test_a_folder_that_cannot_be_read_is_a_failure() -> None:
    make("deep/a.py", "b.py")
    Path("deep").chmod(0)
    failures: list[str] = []
    assert list(Files(Patterns(Path.cwd(), ()), failures).of(["."])) == ["b.py"]
    assert failures == ["cannot read the folder deep: Permission denied; make it readable or exclude it"]


def test_a_folder_that_vanishes_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(folder: Path) -> None:
        raise PermissionError(13, "Permission denied")

    make("deep/a.py")
    monkeypatch.setattr("trainlint.terminal.files.os.scandir", refuse)
    failures: list[str] = []
    assert list(Files(Patterns(Path.cwd(), ()), failures).of(["deep"])) == []
    assert failures == ["cannot read the folder deep: Permission denied; make it readable or exclude it"]

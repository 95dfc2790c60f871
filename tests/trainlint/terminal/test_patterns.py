from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from trainlint.terminal.patterns import Patterns

BASE = Path("/project")


@pytest.mark.parametrize(
    ("lines", "file", "meant"),
    [
        (["build.py"], "build.py", True),
        (["build.py"], "deep/down/build.py", True),
        (["build.py"], "rebuild.py", False),
        (["/build.py"], "deep/build.py", False),
        (["deep/build.py"], "deep/build.py", True),
        (["deep/build.py"], "more/deep/build.py", False),
        (["*.py"], "deep/any.py", True),
        (["*_pb2.py", "!kept_pb2.py"], "kept_pb2.py", False),
        (["!kept_pb2.py", "*_pb2.py"], "kept_pb2.py", True),
        (["**/old/*.py"], "a/b/old/x.py", True),
        (["**/old/*.py"], "old/x.py", True),
        (["a/**/z.py"], "a/z.py", True),
        (["a/**/z.py"], "a/b/c/z.py", True),
        (["a/**"], "a/b/c/z.py", True),
        (["a/*.py"], "a/b/z.py", False),
        (["x?.py"], "x1.py", True),
        (["x?.py"], "x.py", False),
        (["x[0-3].py"], "x2.py", True),
        (["x[!0-3].py"], "x2.py", False),
        (["x[]].py"], "x].py", True),
        (["[z-a].py"], "z.py", False),
        (["# x.py", "", "   "], "x.py", False),
        ([r"\#x.py"], "#x.py", True),
        ([r"\!x.py"], "!x.py", True),
        (["x.py   "], "x.py", True),
        (["x.py\r"], "x.py", True),
        (["x.py/"], "x.py", False),
        (["deep/"], "deep/x.py", True),
        (["deep"], "deep/x.py", True),
        (["/"], "x.py", False),
    ],
)
def test_a_file_is_meant(lines: list[str], file: str, meant: bool) -> None:
    assert Patterns(BASE, lines).hold(BASE / file) is meant


def test_only_what_lies_in_the_folder_is_meant() -> None:
    assert not Patterns(BASE, ["*.py"]).hold(Path("/elsewhere/x.py"))
    assert Patterns(BASE, ["*"]).verdict(BASE, is_folder=True) is None


FILES = ["a.py", "b.py", "deep/a.py", "deep/b.py", "deep/old/a.py", "deep/old/b.py", "old/a.py", "x/old/deep/b.py"]
LINES = ["a.py", "/a.py", "old/", "/old", "deep/*", "**/old", "deep/**/b.py", "*.py", "[!b].py"]
TAKEN_BACK = ["!deep/b.py", "!a.py", "!old/"]


@pytest.mark.skipif(shutil.which("git") is None, reason="GIT IS MISSING: ITS OWN ANSWER WAS NOT COMPARED")
def test_git_says_the_same(tmp_path: Path) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    for first in LINES:
        for second in TAKEN_BACK:
            (tmp_path / ".gitignore").write_text(f"{first}\n{second}\n")
            command = ["git", "-C", str(tmp_path), "check-ignore", "--no-index", "--stdin"]
            answer = subprocess.run(command, input="\n".join(FILES), capture_output=True, text=True, check=False)
            patterns = Patterns(tmp_path, [first, second])
            ours = [file for file in FILES if patterns.hold(tmp_path / file)]
            assert ours == answer.stdout.split(), (first, second)

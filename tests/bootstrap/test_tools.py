from __future__ import annotations

from pathlib import Path

import pytest

from bootstrap import tools
from bootstrap.tools import Tool


def program(folder: Path, name: str, text: str = "exit 0") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_the_systems_chromium_is_found_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chromium = program(tmp_path, "chromium")
    monkeypatch.setenv("PATH", str(tmp_path))

    assert tools.find_chromium() == str(chromium)


def test_else_the_newest_that_playwright_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path / "chromium-1100" / "chrome-linux", "chrome")
    newest = program(tmp_path / "chromium-1200" / "chrome-linux64", "chrome")
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))

    assert tools.find_chromium() == str(newest)


def test_else_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(tmp_path))

    assert tools.find_chromium() is None


def test_apt_is_used_as_it_is_by_root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "apt-get")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("os.geteuid", lambda: 0)

    update, install = tools.apt_commands("bubblewrap")

    assert "update" in update
    assert install[0] == "env"
    assert install[-1] == "bubblewrap"


def test_another_user_needs_sudo_that_asks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "apt-get")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert tools.apt_commands("bubblewrap") == []

    program(tmp_path, "sudo")
    assert [command[0] for command in tools.apt_commands("bubblewrap")] == ["sudo", "sudo"]

    program(tmp_path, "sudo", "exit 1")
    assert tools.apt_commands("bubblewrap") == []


def test_a_tool_that_is_there_is_not_installed_again(capsys: pytest.CaptureFixture[str]) -> None:
    def install() -> None:
        raise AssertionError("it was there")

    assert tools.provide("spoon", Tool(lambda: "/bin/spoon", install, "eat", optional=False), in_ci=True) == 0
    assert capsys.readouterr().out == "  spoon: /bin/spoon\n"


def test_a_missing_tool_is_installed() -> None:
    found: list[str] = []
    spoon = Tool(lambda: found[0] if found else None, lambda: found.append("/bin/spoon"), "eat", optional=False)

    assert tools.provide("spoon", spoon, in_ci=True) == 0


def test_a_needed_tool_that_cannot_be_had_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    spoon = Tool(lambda: None, lambda: None, "eat", optional=False)

    assert tools.provide("spoon", spoon, in_ci=False) == 1
    [sentence] = capsys.readouterr().err.splitlines()
    assert "install the package spoon" in sentence


def test_an_optional_tool_is_missed_aloud_and_in_ci_not_at_all(capsys: pytest.CaptureFixture[str]) -> None:
    spoon = Tool(lambda: None, lambda: None, "eat", optional=True)

    assert tools.provide("spoon", spoon, in_ci=False) == 0
    assert "nothing about it is proved here" in capsys.readouterr().out
    assert tools.provide("spoon", spoon, in_ci=True) == 1


def test_an_unknown_tool_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert tools.main(["fork"]) == 2
    assert "got the tool 'fork'" in capsys.readouterr().err

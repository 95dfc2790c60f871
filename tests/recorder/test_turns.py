from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from allranks.recorder import turns


def test_a_fork_tells_how_it_ended() -> None:
    assert turns.in_child(lambda: None) == 0
    assert turns.in_child(lambda: os._exit(7)) == 7
    assert turns.in_child(lambda: os.kill(os.getpid(), signal.SIGKILL)) == -signal.SIGKILL


def test_a_fork_whose_work_raises_says_so_and_ends(capfd: pytest.CaptureFixture[str]) -> None:
    assert turns.in_child(lambda: 1 // 0) == turns.BROKEN
    assert "ZeroDivisionError" in capfd.readouterr().err


def test_a_folder_is_emptied_of_all_but_what_is_kept(tmp_path: Path) -> None:
    (tmp_path / "kept").mkdir()
    (tmp_path / "kept/file").touch()
    (tmp_path / "folder/inner").mkdir(parents=True)
    (tmp_path / "file").touch()
    (tmp_path / "link").symlink_to(tmp_path / "kept")
    turns.empty(str(tmp_path), {"kept"})
    assert [path.name for path in tmp_path.iterdir()] == ["kept"]
    assert (tmp_path / "kept/file").exists()


@pytest.mark.skipif(sys.platform != "linux", reason="NO /proc HERE: PROCESSES WERE NOT COUNTED")
def test_processes_are_waited_for_until_only_those_from_before_are_left() -> None:
    assert os.getpid() in turns.processes()
    everything = set(range(2**22))
    assert os.getpid() in turns.wait_until_gone(everything)

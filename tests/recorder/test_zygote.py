"""What the zygote answers when it forks nothing."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

import pytest

from allranks.recorder import zygote
from allranks.recorder.worker_start import ask
from answering import answering

ORDINARY = ["/somewhere/default_worker.py"]


def asked(path: Path, arguments: list[str]) -> str:
    """What a worker's start hears that asks for these arguments."""
    with socket.socket() as listening:
        thread = answering(path, lambda connection: zygote.answer(connection, listening))
        reason = ask(str(path), arguments, {})
        thread.join()
    return reason


def test_an_unusual_worker_is_refused_with_the_reason(tmp_path: Path) -> None:
    assert asked(tmp_path / "zygote", ["--language=JAVA", *ORDINARY]) == "it is not an ordinary Python worker"


def test_a_fork_that_the_machine_refuses_is_told_and_not_taken_for_a_worker_that_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> int:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(os, "fork", refuse)
    reason = asked(tmp_path / "zygote", ORDINARY)
    assert reason.startswith("it could not be forked (")
    assert os.strerror(errno.EAGAIN) in reason


def test_a_broken_request_is_told(tmp_path: Path) -> None:
    assert "could not be forked" in asked(tmp_path / "zygote", ["--serialized-runtime-env-context={", *ORDINARY])


def test_a_program_that_hangs_up_early_costs_nothing(tmp_path: Path) -> None:
    ours, theirs = socket.socketpair()
    ours.close()
    with theirs, socket.socket() as listening:
        zygote.answer(theirs, listening)

"""How a worker is asked for: what goes to the zygote, and what its answer means."""

from __future__ import annotations

import _socket
import os
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import allranks
from allranks.recorder import worker_start
from allranks.recorder.worker_start import ask, packages
from allranks.recorder.zygote import receive
from answering import answering


def test_the_zygote_gets_the_arguments_the_environment_the_folder_and_three_descriptors(tmp_path: Path) -> None:
    got = []

    def answer(connection: socket.socket) -> None:
        content, files = receive(connection)
        for file in files:
            os.close(file)
        got.append((content["arguments"], content["environment"], len(files), content["folder"]))

    thread = answering(tmp_path / "zygote", answer)
    environment = {"LARGE": "x" * 200_000}
    assert ask(str(tmp_path / "zygote"), ["a", "b"], environment) == "", "the worker has ended"
    thread.join()
    assert got == [(["a", "b"], environment, 3, str(Path.cwd()))]


def test_a_refusal_is_told_with_its_reason(tmp_path: Path) -> None:
    def answer(connection: socket.socket) -> None:
        for file in receive(connection)[1]:
            os.close(file)
        connection.sendall(b"it is unusual")

    thread = answering(tmp_path / "zygote", answer)
    assert ask(str(tmp_path / "zygote"), [], {}) == "it is unusual"
    thread.join()


def test_a_refusal_that_is_faster_than_we_are_is_told_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refused = threading.Event()

    class Late(_socket.socket):
        def sendmsg(self, *arguments: Any) -> int:
            sent = super().sendmsg(*arguments)
            refused.wait(10)
            return sent

    def answer(connection: socket.socket) -> None:
        for file in receive(connection)[1]:
            os.close(file)
        connection.sendall(b"it is unusual")
        connection.close()
        refused.set()

    thread = answering(tmp_path / "zygote", answer)
    monkeypatch.setattr(_socket, "socket", Late)
    assert ask(str(tmp_path / "zygote"), [], {}) == "it is unusual"
    thread.join()


def test_it_imports_nothing_that_takes_long() -> None:
    program = """
import sys
before = set(sys.modules)
exec(open(sys.argv[1]).read(), {"__name__": "worker_start"})
print(*set(sys.modules) - before)
"""
    started = subprocess.run(
        [sys.executable, "-c", program, worker_start.__file__], capture_output=True, text=True, check=True
    )
    slow = {"json", "socket", "re", "typing", "allranks", "ray"}
    assert not slow & set(started.stdout.split())


def test_it_finds_this_package_by_itself() -> None:
    assert allranks.__file__.startswith(packages())

"""Observers: found by their folder, and harmless."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from types import ModuleType

import pytest

from allranks.recorder import channel, observing
from allranks.recorder.rank import Rank


def test_every_observer_observes() -> None:
    assert all(callable(observer.observe) for observer in observing.OBSERVERS)


def test_what_an_observer_raises_is_counted_and_not_raised(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def blind(rank: Rank) -> None:
        raise RuntimeError("no eyes")

    with socket.socket(socket.AF_UNIX) as host:
        host.bind(str(tmp_path / "host"))
        host.listen()
        monkeypatch.setenv(channel.SOCKET_VARIABLE, str(tmp_path / "host"))
        mine = channel.Channel()
        monkeypatch.setattr(observing, "channel", lambda: mine)

        observing.call(blind, Rank(attempt=1, rank=0))

        connection, _ = host.accept()
        with connection, connection.makefile() as lines:
            lines.readline()
            said = json.loads(lines.readline())
        mine.close()
    assert (said["kind"], said["count"]) == ("events_dropped", 1)
    assert "test_observing.blind failed: RuntimeError('no eyes')" in said["reason"]


def test_who_wants_to_say_something_is_asked_before_a_report_and_after_the_loop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    said: list[str] = []
    talker, quiet = ModuleType("talker"), ModuleType("quiet")
    vars(talker)["before_report"] = lambda rank: said.append(f"before report {rank.reports} of rank {rank.rank}")
    vars(talker)["after_loop"] = lambda rank: said.append(f"after the loop of rank {rank.rank}")
    monkeypatch.setattr(observing, "OBSERVERS", [quiet, talker])

    observing.before_report(Rank(attempt=1, rank=3, reports=2))
    observing.after_loop(Rank(attempt=1, rank=3, reports=2))

    assert said == ["before report 2 of rank 3", "after the loop of rank 3"]

"""When a rank's lane is told."""

from __future__ import annotations

from typing import Any

import pytest

from allranks.recorder import activity, timing
from allranks.recorder.activity import MainThread
from allranks.recorder.observers import lanes
from allranks.recorder.rank import Rank
from clocks import Clock


class Told(Rank):
    """A rank that counts what it says."""

    def __init__(self) -> None:
        super().__init__(attempt=1, rank=0)
        self.slices: list[list[dict[str, float]]] = []

    def emit(self, kind: str, **fields: Any) -> None:
        assert kind == "activities_timed"
        self.slices.append(fields["slices"])


def test_a_report_tells_what_is_over_and_the_end_of_the_loop_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, rank = Clock(), Told()
    main = MainThread(clock)
    monkeypatch.setattr(activity, "main", main)
    monkeypatch.setattr(timing, "_told_at", 0.0)
    main.begin_loop()
    clock.wait(1)
    report = main.enter("report")
    lanes.before_report(rank)
    clock.wait(0.001)
    main.leave(report)
    main.end_loop("returned")
    lanes.after_loop(rank)
    assert rank.slices == [[{"loop": 1}], [{"report": 0.001}]]

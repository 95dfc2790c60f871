"""Where the time went, told with each report."""

from __future__ import annotations

from typing import Any

import pytest

from allranks.protocol import TimeSpent
from allranks.recorder import activity
from allranks.recorder.activity import MainThread
from allranks.recorder.observers import time_spent
from allranks.recorder.rank import Rank
from clocks import Clock


class Told(Rank):
    """A rank that keeps what it says, as the host understands it."""

    def __init__(self) -> None:
        super().__init__(attempt=1, rank=0)
        self.told: list[TimeSpent] = []

    def emit(self, kind: str, **fields: Any) -> None:
        self.told.append(TimeSpent.model_validate({"kind": kind, "attempt": 1, "rank": 0, **fields}))


def test_each_report_is_told_what_came_before_it(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, rank = Clock(), Told()
    main = MainThread(clock)
    monkeypatch.setattr(activity, "main", main)
    main.begin_loop()
    for rank.reports in range(2):
        main.leave(main.enter("backward"))
        clock.wait(2)
        report = main.enter("report")
        time_spent.before_report(rank)
        clock.wait(3)
        main.leave(report)
    assert [(told.index, told.seconds) for told in rank.told] == [(0, {"loop": 2}), (1, {"loop": 2, "report": 3})]

"""Drawing from the ranges of planned faults."""

from __future__ import annotations

import random

from allranks.protocol import PlannedFault
from allranks.runs.faults import draw

RANGE = PlannedFault(action="kill", after_checkpoints=1, at_report=5, at_report_to=9)


def test_every_report_of_a_range_is_drawn_and_no_other() -> None:
    source = random.Random(7)
    drawn = [fault for _ in range(200) for fault in draw([RANGE], source)]
    assert {fault.at_report for fault in drawn} == {5, 6, 7, 8, 9}
    assert {(fault.at_report_to, fault.rank, fault.after_checkpoints) for fault in drawn} == {(None, None, 1)}


def test_what_was_written_down_exactly_stays_as_it_is() -> None:
    exact = PlannedFault(action="kill", rank=2, at_report=5)
    assert draw([exact]) == [exact]


def test_two_runs_are_not_drawn_alike() -> None:
    wide = RANGE.model_copy(update={"at_report_to": 10**9})
    assert draw([wide]) != draw([wide])


def test_no_plan_draws_nothing() -> None:
    assert draw([]) == []

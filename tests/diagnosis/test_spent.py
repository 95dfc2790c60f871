from __future__ import annotations

import pytest

from allranks.diagnosis.observed import observe
from allranks.diagnosis.spent import shares, time_of_ranks
from failing_runs import FailingRun


def test_the_time_of_a_rank_without_its_warming_up() -> None:
    story = FailingRun().workers(1).spent(0, 0, starting=5.0, forward=9.0)
    for index in (1, 2):
        story.spent(0, index, forward=1.0, report=3.0)

    [spent] = time_of_ranks(observe(story.records()))

    assert (spent.reports, spent.total) == (2, 8.0)
    assert spent.share("report") == pytest.approx(0.75)
    assert shares([spent]) == ["rank 0: train.report, waiting for the other ranks 75 % (6.00 s), forward 25 % (2.00 s)"]


def test_a_rank_that_told_nothing_is_not_there() -> None:
    assert time_of_ranks(observe(FailingRun().workers(1).records())) == []


def test_own_lines_are_said_to_hold_the_forward_pass_that_is_not_seen() -> None:
    bare, wrapped = time_of_ranks(
        observe(
            FailingRun().spent(0, 0, loop=3.0, backward=1.0).spent(1, 0, loop=1.0, forward=1.0, backward=2.0).records()
        )
    )

    assert shares([bare]) == [
        "rank 0: its own lines, with the forward pass of its model in them, 75 % (3.00 s), backward 25 % (1.00 s)"
    ]
    assert "its own lines 25 %" in shares([wrapped])[0]

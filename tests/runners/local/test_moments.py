"""Times that no rank can have lived through."""

from __future__ import annotations

from typing import Any

import pytest

from allranks.protocol import SLICES_IN_A_PIECE, ActivitiesTimed
from allranks.runners.local.moments import LONGEST_SECONDS, in_the_past

NOW = 1_000_000.0


def timed(began: float, *slices: dict[str, float]) -> ActivitiesTimed:
    told: Any = slices
    return ActivitiesTimed(attempt=1, rank=0, began=began, slices=list(told))


def test_what_can_be_stays_as_it_came() -> None:
    event = timed(NOW - 3, {"loop": 1.0}, {"data": 2.0})
    assert in_the_past(event, NOW) is event


@pytest.mark.parametrize("began", [NOW, NOW + 1e9, 9e15])
def test_a_piece_that_would_end_in_the_future_ends_now(began: float) -> None:
    told = in_the_past(timed(began, {"loop": 1.0}, {"data": 2.0}), NOW)
    assert (told.began, told.slices) == (NOW - 3, [{"loop": 1.0}, {"data": 2.0}])


def test_no_piece_began_more_than_a_day_ago() -> None:
    assert in_the_past(timed(-9e15, {"loop": 1.0}), NOW).began == NOW - LONGEST_SECONDS


def test_slices_of_more_than_a_day_are_cut() -> None:
    told = in_the_past(timed(0.0, {"loop": 1.0}, {"data": 9e15}, {"loop": 1.0}), NOW)
    assert told.slices == [{"loop": 1.0}]


def test_a_piece_has_no_more_slices_than_it_may() -> None:
    told = in_the_past(timed(NOW - 1, *[{"loop": 0.001}] * 250), NOW)
    assert len(told.slices) == SLICES_IN_A_PIECE

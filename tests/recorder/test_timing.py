"""Slices of time that go out as events."""

from __future__ import annotations

from typing import Any

import pytest

from allranks.protocol import SLICES_IN_A_PIECE, ActivitiesTimed
from allranks.recorder import timing
from allranks.recorder.activity import LEAST_SLICE, MainThread
from allranks.recorder.rank import Rank
from clocks import Clock


class Told(Rank):
    """A rank that keeps what it says, as the host understands it."""

    def __init__(self) -> None:
        super().__init__(attempt=1, rank=2)
        self.told: list[ActivitiesTimed] = []

    def emit(self, kind: str, **fields: Any) -> None:
        self.told.append(ActivitiesTimed.model_validate({"kind": kind, "attempt": 1, "rank": self.rank, **fields}))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timing, "_told_at", 0.0)
    monkeypatch.setattr("allranks.recorder.timing.time.time", lambda: 5000.0 + clock.now)
    return clock


@pytest.fixture
def main(clock: Clock) -> MainThread:
    main = MainThread(clock)
    main.begin_loop()
    return main


def in_turn(main: MainThread, clock: Clock, activity: str, seconds: float) -> None:
    before = main.enter(activity)
    clock.wait(seconds)
    main.leave(before)


def test_a_piece_begins_when_its_first_slice_did(main: MainThread, clock: Clock) -> None:
    rank = Told()
    in_turn(main, clock, "data", 2.0)
    in_turn(main, clock, "report", 3.0)
    timing.tell(rank, main)
    (piece,) = rank.told
    assert (piece.began, piece.slices) == (5100.0, [{"data": 2.0}, {"report": 3.0}])


def test_soon_after_a_piece_there_is_no_other_unless_the_loop_is_over(main: MainThread, clock: Clock) -> None:
    rank = Told()
    for _ in range(3):
        in_turn(main, clock, "data", timing.SECONDS_BETWEEN_PIECES * 0.6)
        timing.tell(rank, main)
    assert [len(piece.slices) for piece in rank.told] == [1, 2]
    in_turn(main, clock, "data", LEAST_SLICE)
    timing.tell(rank, main, now=True)
    assert len(rank.told) == 3


def test_a_rank_that_stands_still_has_nothing_to_say(main: MainThread, clock: Clock) -> None:
    rank = Told()
    clock.wait(60)
    timing.tell(rank, main)
    assert rank.told == []


def test_what_is_told_in_pieces_has_no_gap(main: MainThread, clock: Clock) -> None:
    rank = Told()
    for _ in range(2 * SLICES_IN_A_PIECE + 1):
        in_turn(main, clock, "data", 0.125)
    timing.tell(rank, main)
    assert [len(piece.slices) for piece in rank.told] == [SLICES_IN_A_PIECE, SLICES_IN_A_PIECE, 1]
    ends = [piece.began + sum(sum(seconds.values()) for seconds in piece.slices) for piece in rank.told]
    assert [piece.began for piece in rank.told[1:]] == ends[:-1]


def test_while_one_thread_tells_another_goes_away(main: MainThread, clock: Clock) -> None:
    in_turn(main, clock, "data", 2.0)

    class Again(Told):
        def emit(self, kind: str, **fields: Any) -> None:
            super().emit(kind, **fields)
            clock.wait(1)
            in_turn(main, clock, "data", 2.0)
            timing.tell(other, main)

    rank, other = Again(), Told()
    main.slices.append(main.slices[0])
    timing.tell(rank, main)
    assert other.told == []

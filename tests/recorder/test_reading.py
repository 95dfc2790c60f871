"""What a rank reads, told in pieces."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest

from allranks.protocol import observations
from allranks.recorder import reading
from allranks.recorder.rank import Rank
from allranks.recorder.reading import ROWS_IN_A_PIECE, Ids, Reading


@dataclass
class Told:
    """A channel that keeps what it is told, and a clock that a test moves."""

    events: list[dict[str, Any]] = field(default_factory=list)
    now: float = 0.0

    def emit(self, kind: str, **fields: Any) -> None:
        self.events.append({"kind": kind, **fields})

    def pieces(self) -> list[tuple[int, list[int], int, bool]]:
        return [
            (event["epoch"], event["rows"], event["batches"], event["ended"])
            for event in self.events
            if event["kind"] == "rows_read"
        ]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    made = Told()
    monkeypatch.setattr("allranks.recorder.rank.channel", lambda: made)
    monkeypatch.setattr(reading, "channel", lambda: made)
    return made


def reading_of(told: Told, ids: Ids | None = None) -> Reading:
    return Reading(Rank(attempt=1, rank=2), "train", "ray_data", ids or Ids(), clock=lambda: told.now)


def test_a_piece_holds_as_many_rows_as_the_protocol_admits() -> None:
    assert ROWS_IN_A_PIECE == observations.ROWS_IN_A_PIECE


def test_a_short_pass_is_one_piece_at_its_end(told: Told) -> None:
    begun = reading_of(told).begin()
    begun.took([3, 1])
    begun.took([2])
    assert told.pieces() == []
    begun.finish()
    begun.finish()
    begun.tell()

    assert told.events == [
        {
            "kind": "rows_read",
            "attempt": 1,
            "rank": 2,
            "dataset": "train",
            "source": "ray_data",
            "epoch": 0,
            "rows": [3, 1, 2],
            "batches": 2,
            "ended": True,
        }
    ]


def test_a_slow_pass_is_told_while_it_goes_on(told: Told) -> None:
    begun = reading_of(told).begin()
    begun.took([1])
    told.now = 0.25
    begun.took([2])
    begun.took([3])
    assert told.pieces() == [(0, [1, 2], 2, False)]
    begun.finish()
    assert told.pieces()[1:] == [(0, [3], 1, True)]


def test_many_rows_at_once_are_several_pieces_and_their_batch_counts_once(told: Told) -> None:
    begun = reading_of(told).begin()
    begun.took(list(range(450)))

    assert [(len(rows), batches) for _, rows, batches, _ in told.pieces()] == [(200, 0), (200, 0), (50, 1)]
    assert [row for _, rows, _, _ in told.pieces() for row in rows] == list(range(450))


def test_what_was_taken_before_a_pass_was_left_is_told_when_the_next_begins(told: Told) -> None:
    read = reading_of(told)
    read.begin().took([1])
    second = read.begin()
    second.took([2])
    read.flush()
    read.flush()

    assert told.pieces() == [(0, [1], 1, False), (1, [2], 1, False)]


def test_a_pass_that_was_begun_and_not_read_is_not_told(told: Told) -> None:
    read = reading_of(told)
    read.begin().tell()
    read.flush()
    assert told.events == []


def test_an_empty_dataset_ends_at_once(told: Told) -> None:
    reading_of(told).begin().finish()
    assert told.pieces() == [(0, [], 0, True)]


def test_batches_without_ids_are_told_at_the_end_and_before_a_report(told: Told) -> None:
    read = reading_of(told)
    begun = read.begin()
    for _ in range(3):
        told.now += 1.0
        begun.took([])
    assert told.pieces() == []
    read.flush()
    assert told.pieces() == [(0, [], 3, False)]


def test_ids_past_the_bound_are_read_and_not_told_and_that_is_said_once(told: Told) -> None:
    ids = Ids(left=3)
    begun = reading_of(told, ids).begin()
    for batch in ([0, 1], [2, 3], [4, 5]):
        begun.took(batch)
    begun.finish()

    assert ids.used_up
    assert told.pieces() == [(0, [0, 1, 2], 3, True)]
    assert [event["reason"] for event in told.events if event["kind"] == "events_dropped"] == [
        "only the first 50000 row ids that a rank reads are recorded"
    ]


def test_as_many_ids_as_the_bound_admits_are_no_loss(told: Told) -> None:
    begun = reading_of(told, Ids(left=2)).begin()
    begun.took([0, 1])
    begun.finish()
    assert [event["kind"] for event in told.events] == ["rows_read"]

"""The newest records of a run, for those who follow it."""

from __future__ import annotations

from allranks.protocol import PhaseChanged, Record
from allranks.store.tail import Tail


def record(seq: int) -> Record:
    return Record(run_id="run", seq=seq, time=float(seq), event=PhaseChanged(phase="training"))


def tail(*seqs: int, size: int = 3) -> Tail:
    kept = Tail(size)
    for seq in seqs:
        kept.add(record(seq))
    return kept


def seqs(found: list[Record] | None) -> list[int] | None:
    return None if found is None else [each.seq for each in found]


def test_it_gives_what_came_after() -> None:
    assert seqs(tail(1, 2, 3).after(1)) == [2, 3]
    assert seqs(tail(1, 2, 3).after(0)) == [1, 2, 3]
    assert seqs(tail(1, 2, 3).after(3)) == []
    assert seqs(tail(1, 2, 3).after(9)) == []


def test_what_it_does_not_reach_it_leaves_to_the_storage() -> None:
    assert tail().after(0) is None
    assert tail(1, 2, 3, 4).after(0) is None
    assert seqs(tail(1, 2, 3, 4).after(1)) == [2, 3, 4]


def test_records_that_come_in_another_order_never_leave_a_gap() -> None:
    assert seqs(tail(1, 2, 4, 3).after(3)) == [4]
    assert tail(1, 2, 4, 3).after(2) is None

"""First come, first served."""

from __future__ import annotations

import pytest

from allranks.runs.queue import Queue, QueueFull


def test_the_first_begins_at_once_and_the_others_wait_in_order() -> None:
    queue = Queue(at_once=1, waiting=5)
    assert [queue.join().ahead for _ in range(4)] == [0, 1, 2, 3]
    assert (queue.running, queue.waiting) == (1, 3)


def test_everyone_behind_moves_up_when_one_leaves() -> None:
    queue = Queue(at_once=1, waiting=5)
    first, second, third = (queue.join() for _ in range(3))
    queue.leave(first)
    assert (second.ahead, third.ahead) == (0, 1)
    assert second.changed.is_set()
    assert third.changed.is_set()


def test_one_that_gives_up_waiting_moves_only_those_behind_it() -> None:
    queue = Queue(at_once=1, waiting=5)
    first, second, third = (queue.join() for _ in range(3))
    queue.leave(second)
    assert (first.ahead, third.ahead) == (0, 1)
    assert not first.changed.is_set()


def test_two_permits_let_two_begin() -> None:
    queue = Queue(at_once=2, waiting=5)
    places = [queue.join() for _ in range(4)]
    assert [place.ahead for place in places] == [0, 0, 1, 2]
    queue.leave(places[1])
    assert [place.ahead for place in places] == [0, 0, 0, 1]


def test_a_full_queue_says_how_many_wait() -> None:
    queue = Queue(at_once=1, waiting=1)
    queue.join()
    queue.join()
    with pytest.raises(QueueFull, match="1 waiting already"):
        queue.join()

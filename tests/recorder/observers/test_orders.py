"""What a rank does when it is told to be late or to fail."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator

import pytest

from allranks.recorder.observers.orders import InjectedFault, Orders


class Told:
    """A rank with its orders, the host's end of the connection, and what it reported."""

    def __init__(self) -> None:
        self.host, own = socket.socketpair()
        self.orders = Orders(rank=2)
        self.reported: list[object] = []
        self.report = self.orders.before(self.reported.append)
        self.thread = threading.Thread(target=self.orders.listen, args=(own,))
        self.thread.start()

    def tell(self, *lines: bytes) -> None:
        """Send orders, and return when they were read to their end."""
        for line in lines:
            self.host.sendall(line + b"\n")
        self.host.close()
        self.thread.join()


@pytest.fixture
def rank() -> Iterator[Told]:
    told = Told()
    yield told
    told.host.close()
    told.thread.join()


def test_without_orders_a_report_is_a_report(rank: Told) -> None:
    rank.report({"loss": 1.0})
    assert rank.reported == [{"loss": 1.0}]


def test_raise_comes_out_of_one_report_which_has_not_begun(rank: Told) -> None:
    rank.tell(b'{"action": "raise", "seconds": 0.0}')
    with pytest.raises(InjectedFault, match="the playground raised this in rank 2 on request"):
        rank.report("first")
    rank.report("second")
    assert rank.reported == ["second"]


def test_slow_makes_every_report_wait(rank: Told) -> None:
    rank.tell(b'{"action": "slow", "seconds": 0.05}')
    began = time.monotonic()
    rank.report("first")
    rank.report("second")
    assert time.monotonic() - began >= 0.1
    assert rank.reported == ["first", "second"]


def test_slow_by_nothing_takes_it_away_also_from_a_report_that_waits(rank: Told) -> None:
    rank.host.sendall(b'{"action": "slow", "seconds": 60.0}\n')
    while not rank.orders._seconds:
        time.sleep(0)
    waiting = threading.Thread(target=rank.report, args=("late",))
    waiting.start()
    while rank.orders._came.is_set():
        time.sleep(0)
    rank.tell(b'{"action": "slow", "seconds": 0.0}')
    waiting.join()
    rank.report("at once")
    assert rank.reported == ["late", "at once"]


@pytest.mark.parametrize("nonsense", [b"", b"{", b"[]", b"{}", b'{"action": "slow"}', b'{"action": "dance"}', b"\xff"])
def test_nonsense_ends_the_listening_and_nothing_else(rank: Told, nonsense: bytes) -> None:
    rank.tell(nonsense)
    rank.report("a report")
    assert rank.reported == ["a report"]

"""Waiting for rank 0 to listen."""

from __future__ import annotations

import socket
import threading

from allranks.recorder.rendezvous import wait_for_listener


def test_it_waits_until_somebody_listens() -> None:
    with socket.socket() as server:
        server.bind(("127.0.0.1", 0))
        waiting = threading.Thread(target=wait_for_listener, args=server.getsockname())
        waiting.start()
        assert waiting.is_alive()
        server.listen()
        waiting.join(5)
        assert not waiting.is_alive()


def test_it_gives_up_and_leaves_the_waiting_to_torch() -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        assert not wait_for_listener(*nobody.getsockname(), seconds=0.01)


def test_a_host_that_cannot_be_reached_is_left_to_torch() -> None:
    assert not wait_for_listener("not a host", 1, seconds=5)

"""The listening socket."""

from __future__ import annotations

import socket
from contextlib import closing

import pytest

from allranks.protocol import BadSetting
from allranks.web import Settings
from allranks.web.server import listen


def test_port_zero_takes_a_free_one() -> None:
    with closing(listen(Settings(port=0))) as listening:
        assert listening.getsockname()[1] > 0


def test_a_port_in_use_is_said_in_one_sentence() -> None:
    with closing(listen(Settings(port=0))) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(BadSetting, match=f"127.0.0.1 port {port}, which another program uses.*--port"):
            listen(Settings(port=port))


def test_a_foreign_address_is_said() -> None:
    with pytest.raises(BadSetting, match=r"203\.0\.113\.7 port 0"):
        listen(Settings(host="203.0.113.7", port=0))


def test_dead_clients_do_not_stay_for_ever() -> None:
    with closing(listen(Settings(port=0))) as listening, socket.create_connection(listening.getsockname()) as client:
        listening.setblocking(True)
        with listening.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) > 0
        client.shutdown(socket.SHUT_RDWR)

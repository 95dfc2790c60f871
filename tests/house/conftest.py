from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest


@pytest.fixture
def unused_port_taken() -> Iterator[int]:
    """A port on which somebody listens for as long as the test runs."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]

"""Which pages may open the socket."""

from __future__ import annotations

import pytest

from allranks.web.origin import is_loopback, origin_allowed


@pytest.mark.parametrize(
    ("origin", "host", "loopback", "allowed"),
    [
        (None, "127.0.0.1:8000", True, True),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", True, True),
        ("http://localhost:8000", "localhost:8000", True, True),
        ("http://LOCALHOST:8000", "localhost:8000", True, True),
        ("http://[::1]:8000", "[::1]:8000", True, True),
        ("http://127.0.0.1:8000", "127.0.0.1:8001", True, False),
        ("http://localhost:8000", "127.0.0.1:8000", True, False),
        ("http://evil.example:8000", "evil.example:8000", True, False),
        ("https://playground.example", "playground.example", False, True),
        ("https://evil.example", "playground.example", False, False),
        ("https://playground.example.evil.example", "playground.example", False, False),
        ("https://pages.example", "127.0.0.1:8000", True, True),
        ("http://pages.example", "127.0.0.1:8000", True, False),
        ("null", "127.0.0.1:8000", True, False),
        ("", "", True, False),
        ("http://[", "[", True, False),
        ("file://", "", False, False),
        ("http://127.0.0.1:8000", None, True, False),
    ],
)
def test_a_page_may_when_ours_or_listed(origin: str | None, host: str | None, loopback: bool, allowed: bool) -> None:
    assert origin_allowed(origin, host, ["https://pages.example"], loopback) is allowed


def test_this_machines_own_names_are_known() -> None:
    assert all(is_loopback(name) for name in ("localhost", "127.0.0.1", "127.1.2.3", "::1", "app.localhost"))
    assert not any(is_loopback(name) for name in ("0.0.0.0", "192.168.0.1", "localhost.example", ""))

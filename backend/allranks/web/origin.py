"""Which pages may open the socket. A socket runs programs, and browsers let any page try to open one."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from urllib.parse import urlsplit


def origin_allowed(origin: str | None, host: str | None, allowed_origins: Sequence[str], loopback: bool) -> bool:
    """Judge the `Origin` and `Host` headers of a handshake.

    Without an origin it is no browser and may come in. A page may when it is listed, or when it came from the host that
    it now talks to. On `loopback` that host must moreover be a name of this machine: otherwise a foreign page could
    point its own name at 127.0.0.1 and count as one of ours.
    """
    if origin is None or origin in allowed_origins:
        return True
    try:
        parts = urlsplit(origin)
        name = parts.hostname
    except ValueError:
        return False
    if name is None or host is None or parts.netloc.lower() != host.lower():
        return False
    return not loopback or is_loopback(name)


def is_loopback(name: str) -> bool:
    """True for this machine's own names and addresses."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False

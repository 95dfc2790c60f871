"""Who may reach a server, by how well it holds their programs."""

from __future__ import annotations

from collections.abc import Mapping

from ..protocol import FOR_STRANGERS, BadSetting, SandboxLevel
from ..runners import Runner
from .origin import is_loopback
from .settings import Settings

FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
"""Headers that a reverse proxy adds. Through one, an address of this machine alone is open to everybody."""


def check_exposure(settings: Settings, runner: Runner) -> None:
    """Refuse to open what is not held. Raises `BadSetting` that says what was found and how to mend it."""
    if runner.level in FOR_STRANGERS:
        return
    if not is_loopback(settings.host):
        raise BadSetting(
            f"--host {settings.host} at sandbox level {runner.level}, where {_lack(runner)}",
            "level B or better before others may run programs here",
            f"{_mend(runner)} Or listen on 127.0.0.1",
        )
    if runner.level == "D" and not settings.unsafe_no_sandbox:
        raise BadSetting(
            f"a machine at sandbox level D, where {_lack(runner)}",
            "a sandbox, or your word that only your own programs are run",
            f"{_mend(runner)} Or say --unsafe-no-sandbox (ALLRANKS_UNSAFE_NO_SANDBOX=true make run)",
        )


def from_elsewhere(headers: Mapping[str, str], level: SandboxLevel) -> str | None:
    """The header that says that a request came through a proxy to a server which only this machine may use, or None."""
    if level in FOR_STRANGERS:
        return None
    return next((name for name in FORWARDED if name in headers), None)


def _lack(runner: Runner) -> str:
    if runner.level == "D":
        return "nothing holds a program"
    return "the kernel does not limit a program's memory"


def _mend(runner: Runner) -> str:
    return f"{runner.missing}." if runner.missing else "leave out --unsafe-no-sandbox."

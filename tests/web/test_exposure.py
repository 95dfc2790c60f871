"""No server is opened further than it holds programs."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from websockets.exceptions import InvalidStatus

from allranks.protocol import BadSetting, SandboxLevel
from allranks.runners import ScriptedRunner
from allranks.web import Settings
from allranks.web.exposure import check_exposure, from_elsewhere
from serving import Served

Serve = Callable[..., Awaitable[Served]]


def runner_at(level: SandboxLevel, missing: str = "") -> ScriptedRunner:
    runner = ScriptedRunner()
    runner.level, runner.missing = level, missing
    return runner


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "example.org"])
@pytest.mark.parametrize("level", ["C", "D"])
def test_levels_c_and_d_listen_on_nothing_but_loopback(level: SandboxLevel, host: str) -> None:
    runner = runner_at(level, "the cgroup is read-only: delegate it")
    with pytest.raises(BadSetting) as caught:
        check_exposure(Settings(host=host, unsafe_no_sandbox=True), runner)
    for part in (f"--host {host}", f"level {level}", "the cgroup is read-only: delegate it", "127.0.0.1"):
        assert part in str(caught.value)


@pytest.mark.parametrize("level", ["A", "B"])
def test_levels_a_and_b_listen_anywhere(level: SandboxLevel) -> None:
    check_exposure(Settings(host="0.0.0.0"), runner_at(level))


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
def test_level_c_serves_this_machine(host: str) -> None:
    check_exposure(Settings(host=host), runner_at("C"))


def test_level_d_asks_for_ones_word() -> None:
    runner = runner_at("D", "bubblewrap is not installed: install the package bubblewrap")
    with pytest.raises(BadSetting, match=r"install the package bubblewrap.*--unsafe-no-sandbox"):
        check_exposure(Settings(), runner)
    check_exposure(Settings(unsafe_no_sandbox=True), runner)


@pytest.mark.parametrize("header", ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip"])
def test_a_proxy_is_seen_where_only_this_machine_may_come(header: str) -> None:
    assert from_elsewhere({header: "203.0.113.9"}, "C") == header
    assert from_elsewhere({header: "203.0.113.9"}, "B") is None
    assert from_elsewhere({"host": "127.0.0.1:8000"}, "D") is None


class Unheld(ScriptedRunner):
    """A runner that holds nothing."""

    level: SandboxLevel = "D"


async def test_a_proxy_cannot_open_to_others_what_only_this_machine_may_use(serve: Serve) -> None:
    served = await serve(Unheld())
    async with served.client() as client:
        await client.watch("nobody")
        await client.refused()
    with pytest.raises(InvalidStatus) as caught:
        async with served.client(additional_headers={"X-Forwarded-For": "203.0.113.9"}):
            pass
    assert caught.value.response.status_code == 403
    assert b"sandbox level D" in caught.value.response.body


async def test_a_proxy_may_stand_before_a_server_that_holds_programs(serve: Serve) -> None:
    served = await serve(ScriptedRunner())
    async with served.client(additional_headers={"X-Forwarded-For": "203.0.113.9"}) as client:
        await client.watch("nobody")
        await client.refused()

"""Faults over the socket: refused with the run they were for, or told as events of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from allranks.protocol import Fault
from allranks.runners import Forever, ScriptedRunner
from allranks.runs.controller import FAULTS
from serving import Served
from stories import Story

Serve = Callable[..., Awaitable[Served]]
KILL = {"action": "kill", "rank": 1, "seconds": 0.0}


class Obeys(ScriptedRunner):
    """A runner that takes every fault."""

    async def inflict(self, run_id: str, fault: Fault) -> None:
        return


@pytest.mark.parametrize(
    ("exercise_id", "said"),
    [(None, "a runner that can bring faults about"), ("train01", "an exercise with `faults_allowed`")],
)
async def test_a_fault_that_may_not_be_is_refused_with_its_run(
    exercise_id: str | None, said: str, serve: Serve
) -> None:
    served = await serve(ScriptedRunner([Forever()]))
    async with served.client() as client, served.client() as other:
        run_id = await client.submit("pass", exercise_id)
        await client.until("run_started")
        await other.send("inflict", run_id=run_id, fault=KILL)
        refused = await other.refused()
    assert (refused["code"], refused["run_id"]) == ("bad_input", run_id)
    assert said in refused["expected"]


async def test_a_fault_for_a_run_that_nobody_knows_is_refused_and_one_for_a_run_that_is_over_is_not(
    serve: Serve,
) -> None:
    served = await serve(Obeys(Story().ended().events))
    async with served.client() as client:
        run_id = await client.submit()
        await client.until("run_finished")
        await client.send("inflict", run_id=run_id, fault=KILL)
        await client.send("inflict", run_id="nobody", fault=KILL)
        refused = await client.refused()
    assert (refused["code"], refused["run_id"]) == ("unknown_run", "nobody")


@pytest.mark.parametrize(
    ("fault", "came"),
    [
        ({**KILL, "action": "hug"}, "'hug'"),
        ({**KILL, "rank": -1}, "-1"),
        ({**KILL, "rank": 256}, "256"),
        ({**KILL, "seconds": 61}, "61"),
        ("kill", "'kill'"),
    ],
)
async def test_what_is_no_fault_is_refused(fault: Any, came: str, serve: Serve) -> None:
    served = await serve(Obeys([Forever()]))
    async with served.client() as client:
        await client.send("inflict", run_id="run", fault=fault)
        refused = await client.refused()
    assert (refused["code"], refused["run_id"]) == ("bad_message", "run")
    assert came in refused["came"]


async def test_faults_for_one_run_are_bounded(serve: Serve) -> None:
    served = await serve(Obeys([Forever()]))
    async with served.client() as client, served.client() as other:
        run_id = await client.submit()
        await client.until("run_started")
        for _ in range(FAULTS + 1):
            await other.send("inflict", run_id=run_id, fault=KILL)
        refused = await other.refused()
    assert (refused["code"], refused["run_id"]) == ("bad_input", run_id)
    assert f"at most {FAULTS}" in refused["expected"]

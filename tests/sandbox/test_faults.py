"""A fault hits a process of its own run or nothing, whatever process the program claims to be a rank."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from uuid import uuid4

import psutil
import pytest

from allranks.protocol import Event, Fault, FaultFailed, FaultInjected, Job, RunFinished, WorkerGroupStarted
from canary import Canary
from soak import Soak, soaking
from stories import Story

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(60)]

CLAIMS = """
import json, os, time
group = json.loads({group!r})
group["ranks"][0]["pid"] = {claimed}
events.sendall(json.dumps(group).encode() + b"\\n")
time.sleep(1 if {ends} else 3600)
"""
"""A program that says that rank 0 is the process `claimed`, and then does nothing."""


def program(claimed: str, *, ends: bool) -> str:
    (group,) = [event for event in Story().group(1).events if isinstance(event, WorkerGroupStarted)]
    return CLAIMS.format(group=group.model_dump_json(), claimed=claimed, ends=ends)


async def hit(soak: Soak, source: str, *actions: str) -> list[Event]:
    """Run it, and send faults for rank 0 as soon as there is one."""
    job = Job(run_id=uuid4().hex, file_name="program.py", source=source, limits=soak.limits)
    events: list[Event] = []
    async for event in soak.runner.execute(job):
        events.append(event)
        if isinstance(event, WorkerGroupStarted):
            for action in actions:
                await soak.runner.inflict(job.run_id, Fault.model_validate({"action": action, "rank": 0}))
    return events


def ended(events: list[Event]) -> RunFinished:
    (finished,) = [event for event in events if isinstance(event, RunFinished)]
    return finished


@pytest.fixture
def stranger() -> Iterator[psutil.Process]:
    """A process outside, of the same user as the server."""
    with subprocess.Popen([sys.executable, "-S", "-c", "import signal; signal.pause()"]) as process:
        yield psutil.Process(process.pid)
        process.kill()


def of_the_server(canary: Canary, stranger: psutil.Process) -> int:
    return canary.process.pid


def of_a_stranger(canary: Canary, stranger: psutil.Process) -> int:
    return stranger.pid


@pytest.mark.parametrize("whose", [of_the_server, of_a_stranger])
async def test_a_process_outside_that_a_program_claims_to_be_a_rank_is_not_signalled(
    whose: Callable[[Canary, psutil.Process], int], canary: Canary, stranger: psutil.Process
) -> None:
    claimed = whose(canary, stranger)
    async with soaking(ray=False, pool_size=0) as soak:
        events = await hit(soak, program(str(claimed), ends=True), "kill", "pause")
    assert [event.action for event in events if isinstance(event, FaultFailed)] == ["kill", "pause"]
    assert [event for event in events if isinstance(event, FaultInjected)] == []
    assert psutil.Process(claimed).status() != psutil.STATUS_STOPPED
    assert stranger.is_running()
    assert ended(events).end == "completed"


async def test_a_process_inside_is_found_by_the_id_that_it_has_there() -> None:
    async with soaking(ray=False, pool_size=0) as soak:
        events = await hit(soak, program("os.getpid()", ends=False), "kill")
    assert [event.action for event in events if isinstance(event, FaultInjected)] == ["kill"]
    assert signal.SIGKILL.name in ended(events).sentence


async def test_of_two_runs_only_the_one_that_is_meant_is_hit() -> None:
    """Both claim the same id, which each has inside."""
    async with soaking(ray=False, pool_size=0) as soak:
        hurt = await hit(soak, program("os.getpid()", ends=False), "kill")
        spared = await hit(soak, program("os.getpid()", ends=True))
    assert ended(hurt).end == "harness_lost"
    assert ended(spared).end == "completed"

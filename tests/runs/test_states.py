"""The states that a run goes through."""

from __future__ import annotations

from allranks.protocol import Job, Limits
from allranks.runners import ScriptedRunner
from allranks.runs.queue import Queue
from allranks.runs.run import Run
from allranks.runs.states import Over, Queued, Stopping
from allranks.store import MemoryEventLog


async def made() -> Run:
    log, queue = MemoryEventLog(), Queue(1, 0)
    await log.create("run", "request-1")
    job = Job(run_id="run", file_name="scratch.py", source="pass", limits=Limits())
    return Run(job, None, event_log=log, runner=ScriptedRunner(), queue=queue, place=queue.join())


async def test_a_run_begins_in_the_queue_and_ends_over() -> None:
    run = await made()
    assert isinstance(run.state, Queued)
    await run.announce()
    await run.live()
    assert isinstance(run.state, Over)


async def test_only_the_first_wish_to_stop_counts() -> None:
    run = await made()
    run.stop("cancelled", "Stopped on request.")
    run.stop("server_stopped", "The server was shut down.")
    assert run.state == Stopping("cancelled", "Stopped on request.")


async def test_what_is_over_cannot_be_stopped() -> None:
    run = await made()
    await run.announce()
    await run.live()
    run.stop("cancelled", "Stopped on request.")
    assert isinstance(run.state, Over)

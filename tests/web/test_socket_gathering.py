"""How many records share a message of the socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable

from allranks.runners import ScriptedRunner
from serving import Served
from stories import Story

Serve = Callable[..., Awaitable[Served]]


async def test_records_that_come_faster_than_a_page_draws_share_a_message(serve: Serve) -> None:
    gathered = asyncio.Event()
    story = Story().printed("first")
    rest = [part for number in range(20) for part in Story().printed(str(number)).events[2:]]
    served = await serve(
        ScriptedRunner([*story.events, gathered.wait, *rest, *Story().ended().events]), gather_seconds=0.5
    )
    async with served.client() as client:
        await client.submit()
        await client.until("log_written")
        gathered.set()
        messages = [json.loads(await client.connection.recv())]
        while messages[-1]["records"][-1]["event"]["kind"] != "run_finished":
            messages.append(json.loads(await client.connection.recv()))
    assert len(messages) <= 3
    seqs = [record["seq"] for message in messages for record in message["records"]]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))

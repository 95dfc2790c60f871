"""A word to a rank, over a real socket."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from allranks.protocol import Limits
from allranks.runners.local.connections import CHUNK, Connections
from allranks.runners.local.intake import Intake
from allranks.runners.local.orders import WAITING_BYTES

ORDER = {"action": "slow", "seconds": 0.5}


class Listening:
    """The host's end, with ranks that connect to it."""

    def __init__(self, folder: Path) -> None:
        self.path = str(folder / "host")
        self.intake = Intake(Limits())
        self.connections = Connections(self.intake, 1000, 0.05)
        self.connections.open_for_events = True
        self.orders = self.connections.orders

    async def rank(self, rank: Any, attempt: Any = 1) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_unix_connection(self.path)
        writer.write(json.dumps({"channel": "orders", "attempt": attempt, "rank": rank}).encode() + b"\n")
        return reader, writer

    async def until_sent(self, rank: int, attempt: int = 1) -> None:
        while not self.orders.send(attempt, rank, ORDER):  # noqa: ASYNC110  # a connection tells nobody that it is read
            await asyncio.sleep(0)

    async def until_deaf(self, rank: int) -> None:
        while self.orders.send(1, rank, ORDER):  # noqa: ASYNC110
            await asyncio.sleep(0)


@asynccontextmanager
async def listening(folder: Path) -> AsyncGenerator[Listening]:
    host = Listening(folder)
    server = await asyncio.start_unix_server(host.connections.accept, host.path, limit=CHUNK)
    yield host
    server.close()
    await host.connections.close()


@pytest.fixture
async def host(tmp_path_factory: pytest.TempPathFactory) -> AsyncGenerator[Listening]:
    async with listening(tmp_path_factory.mktemp("s")) as opened:
        yield opened


async def test_a_rank_hears_its_order_and_no_other_does(host: Listening) -> None:
    (first, first_writer), (second, second_writer) = await host.rank(0), await host.rank(1)
    await host.until_sent(0)
    await host.until_sent(1)
    assert json.loads(await first.readline()) == ORDER
    assert json.loads(await second.readline()) == ORDER
    first_writer.close()
    second_writer.close()
    await host.until_deaf(0)


async def test_the_newest_connection_of_a_rank_is_the_one(host: Listening) -> None:
    old, old_writer = await host.rank(3)
    await host.until_sent(3)
    _, new_writer = await host.rank(3, attempt=2)
    await host.until_sent(3, attempt=2)
    assert not host.orders.send(1, 3, ORDER), "that attempt is over"
    assert (await old.read()).count(b"\n") == 1, "the older one is closed"
    old_writer.close()
    new_writer.close()


async def test_nobody_listens_before_anybody_has_said_so(host: Listening) -> None:
    assert not host.orders.send(1, 0, ORDER)


@pytest.mark.parametrize(
    ("rank", "attempt"), [(-1, 1), (256, 1), (10**30, 1), ("0", 1), (None, 1), (True, 1), (0, "1")]
)
async def test_who_does_not_say_whose_orders_it_wants_gets_none_and_is_counted(
    rank: Any, attempt: Any, host: Listening
) -> None:
    reader, writer = await host.rank(rank, attempt)
    assert await reader.read() == b""
    writer.close()
    host.intake.take_drops()
    assert [event.kind for event in host.intake.ready] == ["events_dropped"]


async def test_a_rank_that_says_a_word_there_is_not_listened_to(host: Listening) -> None:
    reader, writer = await host.rank(0)
    writer.write(b"x" * 100_000)
    assert b"x" not in await reader.read()
    writer.close()
    await host.until_deaf(0)


async def test_a_rank_that_does_not_read_is_given_up_and_nobody_waits_for_it(host: Listening) -> None:
    _, writer = await host.rank(0)
    await host.until_sent(0)
    sent = 0
    while host.orders.send(1, 0, {"action": "slow", "seconds": 1.0, "more": "x" * 2000}):
        sent += 1
    assert sent * 2000 > WAITING_BYTES, "what the kernel holds comes on top"
    writer.close()


async def test_before_hand_out_no_rank_listens(host: Listening) -> None:
    host.connections.open_for_events = False
    reader, writer = await host.rank(0)
    assert await reader.read() == b""
    writer.close()

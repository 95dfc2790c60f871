"""From bytes of hostile streams to bounded events, without holding up whoever shares the loop."""

import asyncio
import json
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from allranks.protocol import Event, EventsDropped, Limits, LogWritten, MetricsReported
from allranks.runners.local import connections
from allranks.runners.local.connections import CHUNK, LAST_WORDS, Connections
from allranks.runners.local.intake import Intake
from allranks.runners.local.lines import LineReader

REPORT = {"kind": "metrics_reported", "attempt": 1, "rank": 0, "index": 0, "metrics": {}, "with_checkpoint": False}
REPORT |= {"reported_at": 1.0}


def line(index: int, **changes: Any) -> bytes:
    return json.dumps({**REPORT, "index": index, **changes}).encode() + b"\n"


class Host:
    """The listening end of one sandbox."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.path = str(folder / "host")
        self.intake = Intake(limits)
        self.connections = Connections(self.intake, limits.event_bytes, 0.05)
        self.connections.open_for_events = True

    async def listen(self) -> None:
        self.server = await asyncio.start_unix_server(self.connections.accept, self.path, limit=CHUNK)

    async def say(self, *parts: bytes, channel: str = "events", **header: Any) -> None:
        _, writer = await asyncio.open_unix_connection(self.path)
        writer.write(json.dumps({"channel": channel, **header}).encode() + b"\n")
        for part in parts:
            writer.write(part)
            await writer.drain()
        writer.close()
        await writer.wait_closed()

    async def hear(self, *said: Coroutine[Any, Any, None]) -> list[Event]:
        """What comes of it, from the first word to the end."""
        await self.listen()
        over = asyncio.Event()

        async def speak() -> None:
            await asyncio.gather(*said)
            self.server.close()
            over.set()
            self.connections.wake()

        speaking = asyncio.create_task(speak())
        events = [event async for event in self.connections.events(over.is_set)]
        await speaking
        await self.connections.close()
        return events


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("s")


def indices(events: list[Event]) -> list[int]:
    return [event.index for event in events if isinstance(event, MetricsReported)]


def dropped(events: list[Event]) -> dict[str, int]:
    return {event.reason: event.count for event in events if isinstance(event, EventsDropped)}


async def test_lines_are_whole_however_they_are_cut(folder: Path) -> None:
    host = Host(folder, Limits())
    text = b"".join(line(index) for index in range(200))
    pieces = [text[start : start + 7] for start in range(0, len(text), 7)]
    events = await host.hear(host.say(*pieces))
    assert indices(events) == list(range(200))
    assert dropped(events) == {}


async def test_a_line_over_its_size_is_counted_once_and_the_next_one_is_kept(folder: Path) -> None:
    host = Host(folder, Limits(event_bytes=1000))
    events = await host.hear(host.say(line(1), b"x" * 5000, b"x" * 300_000, b"x\n" + line(2)))
    assert indices(events) == [1, 2]
    assert dropped(events) == {"an event was larger than 1000 bytes": 1}


async def test_of_a_flood_each_line_is_counted_though_none_is_looked_at(folder: Path) -> None:
    host = Host(folder, Limits(event_burst=10, events_per_second=0))
    events = await host.hear(host.say(line(0) * 5000))
    assert indices(events) == [0] * 10
    assert dropped(events) == {"events faster than 0 a second": 4990}


async def test_a_flood_leaves_the_loop_to_others(folder: Path) -> None:
    """Counted in turns of the loop, not in seconds: between any two pieces somebody else may go on."""
    host = Host(folder, Limits(event_burst=100_000))
    turns = 0

    async def other() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0)

    counting = asyncio.create_task(other())
    await host.hear(host.say(b"\n" * 50_000), host.say(b"\n" * 50_000, channel="log", stream="stdout"))
    counting.cancel()
    assert turns > 100_000 / connections.PIECE + 50_000 / connections.LINES


async def test_before_hand_out_nothing_is_an_event_and_last_words_are_kept(folder: Path) -> None:
    host = Host(folder, Limits())
    host.connections.open_for_events = False
    events = await host.hear(
        host.say(line(1) * 100), host.say(b"why it failed\n" * 1000, channel="log", stream="stderr")
    )
    assert events == []
    assert host.connections.last_words.endswith("why it failed\n")
    assert len(host.connections.last_words) == LAST_WORDS


async def test_a_sandbox_says_once_that_it_is_ready(folder: Path) -> None:
    host = Host(folder, Limits())
    await host.hear(host.say(channel="ready", notes=["x" * 500, 7] * 50))
    notes = host.connections.ready.result()
    assert len(notes) == 20
    assert notes[:2] == ["x" * 300, "7"]


@pytest.mark.parametrize(
    "header", [b"\n", b"[]\n", b"null\n", b'{"channel": []}\n', b"\xff\n", b"[" * 50_000 + b"\n", b"x" * 200_000, b""]
)
async def test_a_connection_that_does_not_say_what_it_carries_is_counted(header: bytes, folder: Path) -> None:
    host = Host(folder, Limits())

    async def say() -> None:
        _, writer = await asyncio.open_unix_connection(host.path)
        writer.write(header)
        writer.close()

    counted = {"a connection did not say what it carries": 1}
    assert dropped(await host.hear(say())) == ({} if header == b'{"channel": []}\n' else counted)


async def test_connections_are_bounded_at_once_and_in_a_row(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "CONNECTIONS", 3)
    host = Host(folder, Limits())
    held = []

    async def hold() -> None:
        for _ in range(5):
            held.append(await asyncio.open_unix_connection(host.path))
        for reader, _ in held[3:]:
            assert await reader.read() == b"", "it is closed at once"
        for _, writer in held:
            writer.close()

    assert dropped(await host.hear(hold()))["more than 3 connections at once"] == 2


async def test_output_past_its_limit_is_not_looked_at(folder: Path) -> None:
    host = Host(folder, Limits(output_bytes=10_000))
    events = await host.hear(host.say(b"a line\n" * 3000, channel="log", stream="stdout", rank=3))
    logs = [event for event in events if isinstance(event, LogWritten)]
    assert {log.rank for log in logs} == {3, None}
    assert sum(len(log.text) for log in logs if log.rank == 3) <= 10_000
    assert "output past the limit of 10000 bytes" in dropped(events)


async def test_a_reader_ends_at_the_end_of_its_stream() -> None:
    limits = Limits()
    host = Connections(Intake(limits), limits.event_bytes, 0.05)
    host.open_for_events = True
    reader = asyncio.StreamReader()
    reader.feed_data(b"no newline")
    reader.feed_eof()
    host.start(host.read_log(reader, LineReader("stdout", None, None)))
    events = [event async for event in host.events(lambda: True)]
    assert [event.text for event in events if isinstance(event, LogWritten)] == ["no newline"]
    await host.close()


async def test_a_stream_that_somebody_holds_open_after_the_end_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "QUIET_SECONDS", 0.05)
    host = Host(tmp_path, Limits())
    await host.listen()
    _, writer = await asyncio.open_unix_connection(host.path)
    writer.write(b'{"channel": "log", "stream": "stdout"}\nlast words\n')
    await writer.drain()
    heard: list[Event] = []
    async for event in host.connections.events(lambda: bool(heard)):
        heard.append(event)
    assert [event.text for event in heard if isinstance(event, LogWritten)] == ["last words\n"]
    writer.close()
    await writer.wait_closed()
    await host.connections.close()
    host.server.close()

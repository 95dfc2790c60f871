"""The socket, over a real one."""

from __future__ import annotations

import asyncio
import json
import logging
import socket
from collections.abc import Awaitable, Callable

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from allranks.protocol import Limits, LogWritten, Record, RunFinished, StoreFailed
from allranks.runners import Forever, ScriptedRunner
from allranks.store import MemoryEventLog, Page
from serving import Client, Served
from stories import Story, solved

Serve = Callable[..., Awaitable[Served]]


async def test_a_submitted_run_is_watched_from_its_first_record_to_its_verdict(serve: Serve) -> None:
    served = await serve(ScriptedRunner(solved().events))
    async with served.client() as client:
        run_id = await client.submit("print('hi')", "train01")
        records = await client.until("graded")
    assert [record.seq for record in records] == list(range(1, len(records) + 1))
    assert {record.run_id for record in records} == {run_id}
    assert records[0].event.kind == "run_queued"


async def test_each_record_arrives_before_the_next_one_happens(serve: Serve) -> None:
    steps = [asyncio.Event() for _ in range(20)]
    script = [part for step in steps for part in (step.wait, *Story().printed("x").events[2:])]
    served = await serve(ScriptedRunner([*script, *Story().ended().events]))
    async with served.client() as client:
        await client.submit()
        await client.until("run_started")
        for step in steps:
            step.set()
            assert (await client.record()).event.kind == "log_written"


async def test_two_sockets_see_the_same_run(serve: Serve) -> None:
    gate = asyncio.Event()
    served = await serve(ScriptedRunner([gate.wait, *solved().events]))
    async with served.client() as first, served.client() as second:
        run_id = await first.submit()
        await second.watch(run_id)
        gate.set()
        assert await first.until("run_finished") == await second.until("run_finished")


async def test_a_lost_socket_resumes_where_it_was(serve: Serve) -> None:
    gate = asyncio.Event()
    story = Story().group(2).events
    served = await serve(ScriptedRunner([*story, gate.wait, *Story().ended().events]))
    async with served.client() as client:
        run_id = await client.submit()
        seen = await client.until("worker_group_started")
    async with served.client() as client:
        await client.watch(run_id, seen[-1].seq)
        gate.set()
        rest = await client.until("run_finished")
    assert [record.seq for record in seen + rest] == list(range(1, len(seen + rest) + 1))


async def test_a_run_needs_nobody_to_watch_it(serve: Serve) -> None:
    gate = asyncio.Event()
    log = MemoryEventLog()
    served = await serve(ScriptedRunner([gate.wait, *Story().ended().events]), log)
    async with served.client() as client:
        run_id = await client.submit()
    gate.set()
    records = [record async for record in log.follow(run_id)]
    assert records[-1].event.kind == "run_finished"


async def test_the_same_request_on_a_new_socket_is_the_same_run(serve: Serve) -> None:
    served = await serve(ScriptedRunner([Forever()]))
    async with served.client() as client:
        run_id = await client.submit(request_id="request-1")
    async with served.client() as client:
        assert await client.submit(request_id="request-1") == run_id
        assert (await client.record()).seq == 1


async def test_another_socket_can_cancel(serve: Serve) -> None:
    served = await serve(ScriptedRunner([Forever()]))
    async with served.client() as client, served.client() as other:
        run_id = await client.submit()
        await client.until("run_started")
        await other.send("cancel", run_id=run_id)
        event = (await client.until("run_finished"))[-1].event
    assert isinstance(event, RunFinished)
    assert event.end == "cancelled"


REFUSED: list[tuple[str | bytes, str, str]] = [
    ("{", "not_json", "'{'"),
    ("[]", "bad_message", "an object"),
    (b"\x00\x01", "not_text", "a binary message"),
    ("{}", "unknown_kind", "without `kind`"),
    ('{"kind": "submitt"}', "unknown_kind", "'submitt'"),
    ('{"kind": "cancel"}', "bad_message", "a cancel without `run_id`"),
    ('{"kind": "watch", "run_id": "x", "after_seq": -1}', "bad_message", "after_seq = -1"),
    ('{"kind": "watch", "run_id": 5, "after_seq": 0}', "bad_message", "run_id = 5"),
    ('{"kind": "watch", "run_id": "nobody", "after_seq": 0}', "unknown_run", "nobody"),
    ('{"kind": "cancel", "run_id": "nobody"}', "unknown_run", "nobody"),
    (json.dumps({"kind": "submit", "x": "y" * 3000}), "too_large", "at most 2,000"),
    (
        '{"kind": "submit", "request_id": "request-1", "exercise_id": "train99", "source": "pass"}',
        "unknown_exercise",
        "train99",
    ),
    ('{"kind": "submit", "request_id": "request-1", "exercise_id": null, "source": ""}', "bad_input", "an empty"),
    ('{"kind": "submit", "request_id": "request-1", "exercise_id": null, "source": "\\ud800"}', "not_json", ""),
    ("[" * 1500, "not_json", "'[[[["),
]


async def test_what_cannot_be_obeyed_is_refused_and_the_socket_stays_open(serve: Serve) -> None:
    served = await serve(ScriptedRunner(Story().ended().events), message_bytes=2000)
    async with served.client() as client:
        for message, code, said in REFUSED:
            await client.connection.send(message)
            refused = await client.refused()
            assert refused["code"] == code, message
            assert said in f"{refused['came']} {refused['expected']} {refused['todo']}", message
            assert all(refused[part] for part in ("came", "expected", "todo")), message
        await client.submit()
        await client.until("run_finished")


async def test_a_refusal_names_the_request_it_answers(serve: Serve) -> None:
    served = await serve(ScriptedRunner(), message_bytes=500, limits=Limits(source_bytes=10))
    async with served.client() as client:
        for source in ("x" * 20, "x" * 1000):
            await client.send("submit", request_id="request-1", exercise_id=None, source=source)
            assert (await client.refused())["request_id"] == "request-1"
        await client.watch("nobody")
        assert (await client.refused())["run_id"] == "nobody"


async def test_a_monstrous_message_cuts_the_connection(serve: Serve) -> None:
    served = await serve(ScriptedRunner(), message_bytes=100)
    async with served.client() as client:
        await client.connection.send("x" * 1000)
        with pytest.raises(ConnectionClosed) as caught:
            await client.answer()
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1009


async def test_a_full_queue_is_said(serve: Serve) -> None:
    served = await serve(ScriptedRunner([Forever()]), runs_waiting=0)
    async with served.client() as client, served.client() as other:
        await client.submit()
        await other.send("submit", request_id="request-2", exercise_id=None, source="pass")
        refused = await other.refused()
    assert (refused["code"], refused["request_id"]) == ("queue_full", "request-2")


async def test_a_socket_watches_several_runs_and_no_more_than_its_share(serve: Serve) -> None:
    served = await serve(ScriptedRunner([Forever()]), watches_per_socket=2)
    async with served.client() as owner, served.client() as client:
        run_ids = [await owner.submit(), await owner.submit()]
        third = await owner.submit()
        while (answer := await owner.answer())["kind"] == "recorded":
            assert answer["records"][0]["run_id"] in run_ids
        assert (answer["code"], answer["run_id"]) == ("too_many_watches", third)
        for run_id in run_ids:
            await client.watch(run_id)
        assert {(await client.record()).run_id for _ in range(5)} == set(run_ids)


async def test_watching_a_run_again_begins_anew(serve: Serve) -> None:
    served = await serve(ScriptedRunner([Forever()]), watches_per_socket=1)
    async with served.client() as client:
        run_id = await client.submit()
        await client.until("run_started")
        await client.watch(run_id, 1)
        assert [record.seq for record in await client.until("run_started")] == [2, 3]


async def test_a_watch_of_a_run_that_is_over_makes_room_for_another(serve: Serve) -> None:
    served = await serve(ScriptedRunner(Story().ended().events), watches_per_socket=1)
    async with served.client() as client, served.client() as other:
        another = await other.submit()
        await client.submit()
        await client.until("run_finished")
        await client.watch(another)
        while (answer := await client.answer())["kind"] == "refused":  # the watch ends a moment after its last record
            await client.watch(another)
        assert answer["records"][0]["run_id"] == another


class UnreadableLog(MemoryEventLog):
    """For tests: a disk that cannot be read any more."""

    async def page(self, run_id: str, after_seq: int, limit: int) -> Page:
        raise StoreFailed("the disk is on fire")


async def test_a_watch_that_cannot_be_read_is_refused(serve: Serve) -> None:
    served = await serve(ScriptedRunner(), UnreadableLog())
    async with served.client() as client:
        await client.watch("run")
        refused = await client.refused()
    assert (refused["code"], refused["run_id"]) == ("store_failed", "run")
    assert "on fire" in refused["came"]


async def test_the_socket_opens_only_for_our_own_pages(serve: Serve) -> None:
    served = await serve(ScriptedRunner(), allowed_origins=("https://pages.example",))
    own = f"http://127.0.0.1:{served.port}"
    for origin in (None, own, "https://pages.example"):
        async with served.client(origin=origin) as client:
            await client.watch("nobody")
            await client.refused()
    for origin in (f"http://localhost:{served.port}", "http://127.0.0.1:1", "https://evil.example", "null"):
        with pytest.raises(InvalidStatus) as caught:
            async with served.client(origin=origin):
                pass
        assert caught.value.response.status_code == 403, origin
        assert "--allowed-origins" in json.loads(caught.value.response.body)["todo"]


async def test_a_page_cannot_pass_as_ours_by_pointing_its_name_at_us(serve: Serve) -> None:
    served = await serve(ScriptedRunner())
    with pytest.raises(InvalidStatus):
        async with served.client(origin="http://evil.example", additional_headers={"Host": "evil.example"}):
            pass


class Heard(logging.Handler):
    """An event that a log line sets."""

    def __init__(self, part: str) -> None:
        super().__init__()
        self.event = asyncio.Event()
        self._part = part

    def emit(self, record: logging.LogRecord) -> None:
        if self._part in record.getMessage():
            self.event.set()


async def read_all(client: Client, seen: list[Record]) -> None:
    while True:
        seen.append(await client.record())


async def test_a_reader_that_stops_reading_is_closed_and_can_resume(
    serve: Serve, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "x" * 60_000
    story = Story()
    for _ in range(100):
        story.printed(text)
    served = await serve(ScriptedRunner(story.ended().events), slow_reader_seconds=1.0, send_buffer_bytes=16384)
    heard = Heard("read nothing for")
    logger = logging.getLogger("allranks.web.socket")
    monkeypatch.setattr(logger, "level", logging.INFO)
    logger.addHandler(heard)
    slow = socket.create_connection(("127.0.0.1", served.port))
    slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
    slow.setblocking(False)
    seen: list[Record] = []
    async with served.client(sock=slow, max_queue=1) as client:
        run_id = await client.submit()
        await heard.event.wait()
        logger.removeHandler(heard)
        with pytest.raises(ConnectionClosed) as caught:
            await read_all(client, seen)
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1013
    async with served.client() as client:
        await client.watch(run_id, seen[-1].seq)
        rest = await client.until("run_finished")
    assert [record.seq for record in seen + rest] == list(range(1, len(seen + rest) + 1))
    assert sum(1 for record in seen + rest if isinstance(record.event, LogWritten)) == 100


async def test_a_server_that_stops_ends_its_runs_and_its_sockets(serve: Serve) -> None:
    runner = ScriptedRunner([Forever()])
    log = MemoryEventLog()
    served = await serve(runner, log)
    async with served.client() as client:
        run_id = await client.submit()
        await client.until("run_started")
        await served.stop()
        with pytest.raises(ConnectionClosed) as caught:
            await client.answer()
    assert caught.value.rcvd is not None
    assert caught.value.rcvd.code == 1012
    assert runner.living == set()
    assert [record.event.kind for record in await log.read(run_id)][-1] == "run_finished"

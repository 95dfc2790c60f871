"""A run as one small file, and what is said of files that are none."""

from __future__ import annotations

import gzip
import zlib

import pytest

from allranks.protocol import UnknownRun
from allranks.store import BadRecording, EventLog, MemoryEventLog, pack_run, read_recording
from stories import Story, solved


async def packed(event_log: EventLog, run_id: str = "run") -> bytes:
    return b"".join([piece async for piece in pack_run(event_log, run_id, "1.2.3")])


async def kept(story: Story, *, over: bool = True) -> MemoryEventLog:
    event_log = MemoryEventLog()
    await event_log.create("run", "request-1")
    for event in story.events:
        await event_log.append("run", event)
    if over:
        await event_log.seal("run")
    return event_log


def lines(recording: bytes) -> list[bytes]:
    return gzip.decompress(recording).splitlines(keepends=True)


def repacked(text: list[bytes]) -> bytes:
    return gzip.compress(b"".join(text))


async def test_a_recording_gives_the_records_back_and_says_who_made_it() -> None:
    event_log = await kept(solved())
    recording = read_recording(await packed(event_log))
    assert recording.records == await event_log.read("run")
    assert (recording.header.run_id, recording.header.allranks_version) == ("run", "1.2.3")
    assert recording.end.complete


@pytest.mark.parametrize("count", [0, 255, 256, 257, 512])
async def test_any_number_of_records_is_packed(count: int) -> None:
    story = Story()
    story.events = [*Story().printed("x").events[2:]] * count
    recording = read_recording(await packed(await kept(story)))
    assert (len(recording.records), recording.end.records, recording.end.complete) == (count, count, True)


async def test_a_run_that_goes_on_is_recorded_as_far_as_it_is() -> None:
    recording = read_recording(await packed(await kept(Story().group(2), over=False)))
    assert len(recording.records) == 5
    assert not recording.end.complete


async def test_the_same_run_gives_the_same_bytes() -> None:
    event_log = await kept(solved())
    assert await packed(event_log) == await packed(event_log)


async def test_a_thousand_reports_take_a_few_kilobytes() -> None:
    story = Story().group(4).epochs(range(4), [1 / (epoch + 1) for epoch in range(250)])
    assert len(await packed(await kept(story))) < 20_000


async def test_nobodys_run_cannot_be_packed() -> None:
    with pytest.raises(UnknownRun):
        await packed(MemoryEventLog(), "nobody")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (b"", "cut off"),
        (b"no gzip", "not gzipped"),
        (gzip.compress(b"print('hi')\n"), "does not begin as a recording"),
        (
            gzip.compress(b'{"kind": "recording", "version": 9, "run_id": "r", "allranks_version": "7.0"}\n'),
            "version 9",
        ),
    ],
    # A packed file holds the second in which it was made, so its bytes cannot name a test.
    ids=["nothing", "not packed", "a packed program", "a later version"],
)
def test_what_is_no_recording_is_refused_with_what_came(given: bytes, said: str) -> None:
    with pytest.raises(BadRecording, match=said):
        read_recording(given)


async def test_a_damaged_recording_is_told() -> None:
    whole = await packed(await kept(solved()))
    text = lines(whole)
    damaged = {
        "cut off": whole[:-20],
        "without its end": repacked([*text[:-1], b""]),
        "missing or out of order": repacked(text[:3] + text[4:]),
        "line 2, which is no record": repacked([text[0], b'{"seq": "x"}\n', *text[2:]]),
        "not rightly": whole[:100] + bytes(byte ^ 255 for byte in whole[100:]),
    }
    for said, recording in damaged.items():
        with pytest.raises(BadRecording, match=said):
            read_recording(recording)


async def test_a_file_that_unpacks_to_too_much_is_refused_before_it_does() -> None:
    bomb = zlib.compress(b"0" * 10_000_000, wbits=31)
    assert len(bomb) < 20_000
    with pytest.raises(BadRecording, match="at most 1,000,000"):
        read_recording(bomb, max_bytes=1_000_000)

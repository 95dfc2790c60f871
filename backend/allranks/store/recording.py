"""A run as one small file, and back: see `protocol.recording` for what stands in it."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass

from pydantic import BaseModel, ValidationError

from ..protocol import RECORDING_VERSION, BadInput, Record, RecordingEnd, RecordingHeader
from .base import EventLog

PIECE_RECORDS = 256
GZIP = 16 + zlib.MAX_WBITS
MAX_BYTES = 256 * 2**20
"""Of a recording when it is unpacked. A run's own bounds keep it far below."""
MEDIA_TYPE = "application/x-allranks-recording"


class BadRecording(BadInput):
    """What was given is not a recording, or not a whole one."""

    code = "bad_recording"


@dataclass(frozen=True)
class Recording:
    """A recording that was read."""

    header: RecordingHeader
    records: list[Record]
    end: RecordingEnd


async def pack_run(event_log: EventLog, run_id: str, allranks_version: str) -> AsyncGenerator[bytes, None]:
    """The recording of a run in pieces: of all of it, or of what there is by now. Raises `UnknownRun` at the first."""
    # The head of a gzip file can hold a time. zlib leaves it out, so the same records give the same bytes.
    packer = zlib.compressobj(9, zlib.DEFLATED, GZIP)
    page = await event_log.page(run_id, 0, PIECE_RECORDS)
    yield packer.compress(_line(RecordingHeader(run_id=run_id, allranks_version=allranks_version)))
    count = 0
    while page.records:
        count += len(page.records)
        yield await asyncio.to_thread(packer.compress, b"".join(_line(record) for record in page.records))
        if page.last or len(page.records) < PIECE_RECORDS:
            break
        page = await event_log.page(run_id, page.records[-1].seq, PIECE_RECORDS)
    yield packer.compress(_line(RecordingEnd(records=count, complete=page.last))) + packer.flush()


def read_recording(packed: bytes, max_bytes: int = MAX_BYTES) -> Recording:
    """The recording in these bytes. Raises `BadRecording` that says what came, what was expected and what to do."""
    lines = iter(_unpacked(packed, max_bytes).split(b"\n"))
    header = _header(next(lines, b""))
    records: list[Record] = []
    for line in lines:
        if not line:
            break
        if (end := _end(line)) is not None:
            _check(end, records)
            return Recording(header, records, end)
        try:
            records.append(Record.model_validate_json(line))
        except ValidationError as error:
            raise _damaged(f"line {len(records) + 2}, which is no record of a run") from error
    raise _damaged("a recording without its end")


def _line(message: BaseModel) -> bytes:
    return message.model_dump_json().encode() + b"\n"


def _unpacked(packed: bytes, max_bytes: int) -> bytes:
    unpacker = zlib.decompressobj(GZIP)
    try:
        unpacked = unpacker.decompress(packed, max_bytes + 1)
    except zlib.error as error:
        raise BadRecording(
            "a file that is not gzipped, or not rightly", "a recording (.allranks)", "choose another file"
        ) from error
    if len(unpacked) > max_bytes:
        raise BadRecording(
            f"more than {max_bytes:,} bytes unpacked", f"at most {max_bytes:,}", "choose a shorter recording"
        )
    if not unpacker.eof:
        raise _damaged("a recording that was cut off")
    return unpacked


def _header(line: bytes) -> RecordingHeader:
    try:
        header = RecordingHeader.model_validate_json(line)
    except ValidationError as error:
        raise BadRecording(
            "a gzipped file that does not begin as a recording", "a recording (.allranks)", "choose another file"
        ) from error
    if header.version > RECORDING_VERSION:
        raise BadRecording(
            f"a recording of version {header.version}, made by Allranks {header.allranks_version}",
            f"version {RECORDING_VERSION}",
            "update this Allranks",
        )
    return header


def _end(line: bytes) -> RecordingEnd | None:
    """The end, where the line is one. A record has no count of records, so neither is taken for the other."""
    try:
        return RecordingEnd.model_validate_json(line)
    except ValidationError:
        return None


def _check(end: RecordingEnd, records: list[Record]) -> None:
    if end.records != len(records) or any(record.seq != seq for seq, record in enumerate(records, 1)):
        raise _damaged(f"{len(records)} records, some of them missing or out of order")


def _damaged(came: str) -> BadRecording:
    return BadRecording(came, "a whole recording, as it was downloaded", "download it again")

"""Recordings whose events a test has chosen, and which the page replays as any other."""

from __future__ import annotations

import gzip
from collections.abc import Sequence

from playwright.sync_api import Page, expect

from allranks.protocol import Event, Record, RecordingEnd, RecordingHeader


def recorded(events: Sequence[Event], start: float = 1000.0) -> list[Record]:
    """Records of these events, half a second apart."""
    return [Record(run_id="run", seq=seq, time=start + seq / 2, event=event) for seq, event in enumerate(events, 1)]


def replays(page: Page, records: Sequence[Record], name: str) -> None:
    """Open these records as a recording and stand at its end. `name` must not be that of the recording before."""
    header = RecordingHeader(run_id="run", allranks_version=name)
    end = RecordingEnd(records=len(records), complete=False)
    packed = gzip.compress("".join(f"{line.model_dump_json()}\n" for line in [header, *records, end]).encode())
    page.locator("input[type=file]").set_input_files(
        {"name": "run.allranks", "mimeType": "application/gzip", "buffer": packed}
    )
    bar = page.get_by_role("region", name="Replay")
    expect(bar).to_contain_text(f"Allranks {name},")
    bar.get_by_role("slider").focus()
    page.keyboard.press("End")
    expect(bar).to_have_attribute("data-playing", "false")

"""Every kind of event has its place on the screen: a run looks otherwise with it than without."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import get_args

import pytest
from playwright.sync_api import Page, expect

from allranks.protocol import Event, QueueMoved, Record, RunQueued
from allranks.store import read_recording
from golden_runs import GOLDEN
from nccl_stories import behind_in_nccl
from pages import Person
from recordings import recorded, replays
from stories import submitted

pytestmark = [pytest.mark.browser, pytest.mark.timeout(120)]

KINDS = [kind.model_fields["kind"].default for kind in get_args(get_args(Event)[0])]
DRAWN = """
async (place) => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (let frames = 0; frames < 3; frames += 1) await frame();
  return [...place.querySelectorAll('canvas')].map((canvas) => canvas.toDataURL());
}
"""


@cache
def runs() -> Sequence[Sequence[Record]]:
    """Runs that have every kind of event between them, the short ones first."""
    waited = [submitted("pass\n").model_copy(update={"ahead": 2}), QueueMoved(ahead=1)]
    golden = [read_recording(path.read_bytes()).records for path in GOLDEN.glob("*.allranks")]
    return sorted([recorded(waited), recorded(behind_in_nccl()), *golden], key=len)


def until_last(kind: str) -> Sequence[Record]:
    """The shortest run that has such an event, up to the last one of its kind."""
    for records in runs():
        places = [place for place, record in enumerate(records, 1) if record.event.kind == kind]
        if places:
            return records[: places[-1]]
    raise AssertionError(f"No run to be drawn has {kind!r}: add one to golden_runs.py, or a story to this test.")


def without(records: Sequence[Record], kind: str) -> list[Record]:
    """The same run with word in place of each such event that as many go first as before, which changes nothing."""
    ahead = 0
    changed = []
    for record in records:
        event = record.event
        if event.kind == kind:
            changed.append(record.model_copy(update={"event": QueueMoved(ahead=ahead)}))
            continue
        if isinstance(event, RunQueued | QueueMoved):
            ahead = event.ahead
        changed.append(record)
    return changed


def seen(page: Page, records: Sequence[Record], name: str) -> tuple[str, list[str]]:
    """What can be read and heard of the run, and the pixels of what is drawn."""
    replays(page, records, name)
    place = page.locator("[aria-label=Replay] + .scroll")
    drawn: list[str] = place.evaluate(DRAWN)
    return place.aria_snapshot(), drawn


@pytest.mark.parametrize("kind", KINDS)
def test_a_run_looks_otherwise_without_the_events_of(kind: str, reader: Person) -> None:
    records = until_last(kind)
    assert seen(reader.page, records, f"{kind}-with") != seen(reader.page, without(records, kind), f"{kind}-without")


def test_a_run_looks_the_same_each_time(reader: Person) -> None:
    for kind in ("metrics_reported", "graded"):
        records = until_last(kind)
        first = seen(reader.page, records, f"{kind}-first")
        between = seen(reader.page, records[: len(records) // 2], f"{kind}-half")
        assert between != first
        assert seen(reader.page, records, f"{kind}-again") == first


def test_what_nccl_says_of_a_hang_is_explained_and_shown_rank_by_rank(reader: Person) -> None:
    page = reader.page
    replays(page, recorded(behind_in_nccl()), "nccl")
    stopped = page.get_by_role("region", name="Nothing goes on")
    expect(stopped).to_have_attribute("data-stopped", "behind_in_nccl")
    expect(stopped).to_contain_text("Rank 0 waits in NCCL for rank 1, which has left the loop")
    told = page.get_by_role("region", name="NCCL communicators")
    expect(told.get_by_role("row").nth(1)).to_contain_text("13")
    expect(told.get_by_role("row").nth(2)).to_contain_text("12 behind")

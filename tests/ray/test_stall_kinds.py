"""Each reason to stand still, in the real sandbox: what is said of it, of which ranks, and how soon."""

from __future__ import annotations

from pathlib import Path

import pytest

from allranks.protocol import Limits, ProgressStopped, RankSampled, Record, RunFinished
from houses import running_house
from stalled_programs import STALLED, Stalled

pytestmark = [pytest.mark.ray, pytest.mark.timeout(180)]


@pytest.mark.parametrize("stalled", STALLED.values(), ids=STALLED)
async def test_it_is_said_why_nothing_goes_on(stalled: Stalled, tmp_path: Path) -> None:
    limits = Limits().model_copy(update=dict(stalled.settings))
    async with running_house(tmp_path, limits) as house:
        run_id = await house.controller.submit(None, stalled.source, "request-1")
        if stalled.fault is not None:
            await house.until(run_id, "metrics_reported")
            assert await house.controller.inflict(run_id, stalled.fault)
        record = await house.until(run_id, "progress_stopped")
        house.controller.cancel(run_id)
        records = await house.whole(run_id)
    stopped = record.event
    assert isinstance(stopped, ProgressStopped)
    diagnosis = stopped.diagnosis
    told = (diagnosis, seen(records))
    assert (diagnosis.cause, stopped.hang, stopped.ranks) == (stalled.cause, stalled.hang, stalled.ranks), told
    assert stalled.title in diagnosis.title
    assert record.time - stopped.since <= stalled.within
    if stalled.text is not None:
        assert diagnosis.where is not None
        assert diagnosis.where.text == stalled.text
    ended = next(record.event for record in records if isinstance(record.event, RunFinished))
    assert ended.end == "cancelled"


def seen(records: list[Record]) -> list[RankSampled]:
    """The last samples, for whoever reads a failure."""
    return [record.event for record in records if isinstance(record.event, RankSampled)][-6:]

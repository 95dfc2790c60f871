"""Every kind of event log, so that one suite holds them all to the same promises."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from allranks.store import EventLog, MemoryEventLog, SqliteEventLog


@pytest.fixture(params=["memory", "sqlite"])
async def event_log(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncGenerator[EventLog, None]:
    log: EventLog
    if request.param == "memory":
        log = MemoryEventLog(page_records=4)
    else:
        log = await SqliteEventLog.open(tmp_path / "data" / "runs.sqlite", page_records=4)
    yield log
    await log.close()

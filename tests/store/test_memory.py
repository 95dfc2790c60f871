"""The log that ends with its process."""

from __future__ import annotations

from allranks.store import MemoryEventLog


async def test_two_logs_share_nothing() -> None:
    one, two = MemoryEventLog(), MemoryEventLog()
    await one.create("run", "request-1")
    assert await two.run_ids() == []
    assert await two.create("other", "request-1") == "other"


async def test_a_closed_log_holds_nothing() -> None:
    log = MemoryEventLog()
    await log.create("run", "request-1")
    await log.close()
    assert await log.run_ids() == []

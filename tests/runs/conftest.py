"""A controller over a memory log, for runners that tests write scripts for."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from typing import Any

import pytest

from allranks.catalog import Catalog, default_exercises_folder
from allranks.protocol import Limits
from allranks.runners import Runner
from allranks.runs import RunController
from allranks.store import EventLog, MemoryEventLog
from houses import House


@pytest.fixture
async def house() -> AsyncGenerator[Callable[..., House], None]:
    """Builds a house around a runner; all are closed in the end."""
    built: list[House] = []

    def build(runner: Runner, *, event_log: EventLog | None = None, limits: Limits | None = None, **more: Any) -> House:
        log = event_log or MemoryEventLog()
        catalog = Catalog.read(default_exercises_folder())
        controller = RunController(log, runner, catalog, limits=limits or Limits(), **more)
        built.append(House(controller, log))
        return built[-1]

    yield build
    for each in built:
        await each.controller.close()

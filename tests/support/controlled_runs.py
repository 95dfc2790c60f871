"""Real runs as the server has them: linted, watched, refused and diagnosed."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path

from allranks.catalog import Catalog
from allranks.protocol import Diagnosed, Diagnosis, Limits, ProblemsFound, Record, RunFinished, WorkersRequested
from allranks.runners.local import LocalRunner
from allranks.runs import RunController, cluster_of, importable
from allranks.store import MemoryEventLog
from houses import only
from real_runs import best_enclosure


@dataclass
class Told:
    """What one run came to."""

    records: list[Record]

    @property
    def finished(self) -> RunFinished:
        return only(self.records, RunFinished)

    @property
    def diagnosis(self) -> Diagnosis:
        return only(self.records, Diagnosed).diagnosis

    @property
    def codes(self) -> list[str]:
        """What the linter found before."""
        found = [record.event for record in self.records if isinstance(record.event, ProblemsFound)]
        return [finding.code for event in found for finding in event.findings]

    @property
    def seconds(self) -> float:
        """From the request to the end."""
        asked = next(record for record in self.records if isinstance(record.event, WorkersRequested))
        over = next(record for record in self.records if isinstance(record.event, RunFinished))
        return over.time - asked.time


async def run_all(folder: Path, sources: dict[str, tuple[str, int]]) -> dict[str, Told]:
    """Each program's run, one after the other on one runner."""
    log = MemoryEventLog()
    limits = Limits(run_seconds=90)
    cluster = cluster_of(limits, 0, packages=list(importable()), sealed=True)
    runner = LocalRunner(folder, enclosure=best_enclosure(), limits=limits)
    controller = RunController(log, runner, Catalog([]), limits=limits, cluster=cluster)
    await controller.start()
    told = {}
    try:
        for name, (source, nodes) in sources.items():
            run_id = await controller.submit(None, source, f"{name}-{time.monotonic()}", nodes=nodes)
            told[name] = Told([record async for record in log.follow(run_id)])
    finally:
        await controller.close()
    return told

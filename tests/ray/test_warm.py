"""Sandboxes made ready beforehand: for one run each, with workers that are forked and yet strangers to each other."""

import asyncio
import json
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from allranks.protocol import Event, Job, Limits, LogWritten, RunFinished, WorkerGroupStarted
from allranks.runners.local import LocalRunner
from allranks.runners.local.sweep import processes_of
from real_runs import left_in

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

PROGRAM = """
import json, os, random
import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    import sys
    from allranks.recorder.preload import MODULES
    names = list(sys.modules)
    late = names[max(names.index(name) for name in MODULES if name in names) + 1 :]
    print("LATE" + json.dumps([name for name in late if name.partition(".")[0] != "allranks"]))
    import numpy, torch
    print("DRAWN" + json.dumps([torch.rand(1).item(), numpy.random.rand(), random.random(), torch.initial_seed()]))
    print("SEEN" + json.dumps([os.getpid(), torch.get_num_threads()]))
    train.report({"step": 0})

@ray.remote(runtime_env={"env_vars": {"PYTHONHASHSEED": "7"}})
def unusual():
    return "done"

if __name__ == "__main__":
    print(ray.get(unusual.remote()))
    TorchTrainer(loop, train_loop_config={},
                 scaling_config=ScalingConfig(num_workers=3, resources_per_worker={"CPU": 2})).fit()
"""


@asynccontextmanager
async def running() -> AsyncGenerator[LocalRunner, None]:
    """A runner that keeps one sandbox ready; nothing of it is left afterwards."""
    with tempfile.TemporaryDirectory(prefix="warm-") as name:
        runner = LocalRunner(Path(name), pool_size=1)
        try:
            yield runner
        finally:
            await runner.close()
        assert processes_of(name) == []
        assert left_in(name) == []


async def run_in(runner: LocalRunner, source: str) -> list[Event]:
    job = Job(run_id="warm", file_name="program.py", source=source, limits=Limits())
    return [event async for event in runner.execute(job)]


def said(events: list[Event], word: str) -> list[list[object]]:
    lines = [line for event in events if isinstance(event, LogWritten) for line in event.text.splitlines()]
    return [json.loads(line.removeprefix(word)) for line in lines if line.startswith(word)]


async def test_forked_workers_draw_their_own_numbers_and_unusual_ones_start_the_normal_way() -> None:
    async with running() as runner:
        await runner.open()
        first = await run_in(runner, PROGRAM)
        assert [event.end for event in first if isinstance(event, RunFinished)] == ["completed"], first
        drawn = said(first, "DRAWN")
        assert len(drawn) == 3
        for values in zip(*drawn, strict=True):
            assert len(set(values)) == 3
        assert said(first, "LATE") == [[]] * 3, "each rank imported what could have been there before the fork"
        seen = said(first, "SEEN")
        assert len({pid for pid, _ in seen}) == 3
        assert [threads for _, threads in seen] == [2, 2, 2]
        notes = [event.text for event in first if isinstance(event, LogWritten) and event.origin == "playground"]
        assert [note for note in notes if "normal way" in note and "PYTHONHASHSEED" in note]


async def test_two_runs_never_share_a_sandbox() -> None:
    source = PROGRAM.replace("print(ray.get(unusual.remote()))", "open('left-behind', 'x')")
    async with running() as runner:
        runs = await asyncio.gather(run_in(runner, source), run_in(runner, source))
        pids: set[int] = set()
        for events in runs:
            assert [event.end for event in events if isinstance(event, RunFinished)] == ["completed"], events
            (group,) = [event for event in events if isinstance(event, WorkerGroupStarted)]
            assert pids.isdisjoint(fact.pid for fact in group.ranks)
            pids |= {fact.pid for fact in group.ranks}

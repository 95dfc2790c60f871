"""Runs in a row, too many at once, and beside hostile ones. `make soak RUNS=500` does the same for an hour.

In `make test`, runs whose promise does not need Ray go through the real pool, runner, warden, bubblewrap, cgroup and
user id, with a stand-in for the recorder; a handful is done with Ray. With ALLRANKS_SOAK_RUNS, the runs in a row are
all done with Ray, and that many; and of the hostile ones there are 200.

That no process, folder, cgroup or user id is left is what the fixture around every test of this folder asserts.
"""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from allranks.protocol import EventsDropped
from allranks.runners.local.runner import WARMING
from allranks.runners.local.seal.view import find_view
from mini_sandbox import SMALL
from soak import Footprint, Told, soaking

SOAKING = int(os.environ.get("ALLRANKS_SOAK_RUNS", "0"))
IN_A_ROW = SOAKING or 25
HOSTILE = 200 if SOAKING else 8
WARMED_UP = 5
GROWTH_BYTES, GROWTH_BYTES_A_RUN = 4 * 2**20, 4 * 2**10
"""What the memory of the server's process may grow: noise, and what would be a gigabyte in a quarter million runs."""

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(120 + 20 * SOAKING)]

HONEST = """
import os
here = {folder: sorted(set(os.listdir(folder)) - IGNORED) for folder in ("/home/learner", "/tmp", "/dev/shm")}
for folder in here:
    with open(folder + "/left-behind", "w") as file:
        file.write("by the one before")
print("FOUND", here, flush=True)
print("honest work is done")
"""
CHECKOUT = {Path(path).parts[2] for path in find_view().read_only if path.startswith("/tmp/")}
"""What is seen in /tmp because this checkout lies there."""
WITHOUT_RAY = HONEST.replace("IGNORED", repr(CHECKOUT))
WITH_RAY = """
import os
assert "left-behind" not in os.listdir(".") + os.listdir("/tmp") + os.listdir("/dev/shm")
for folder in ("/home/learner", "/tmp", "/dev/shm"):
    open(folder + "/left-behind", "w").close()

from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    import torch
    model = train.torch.prepare_model(torch.nn.Linear(2, 1))
    model(torch.ones(1, 2)).sum().backward()
    train.report({"step": 0})

TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
print("honest work is done")
"""
ATTACKS = {
    "a fork bomb": ("import os\nwhile True:\n    os.fork()", {"too_many_processes", "out_of_memory"}),
    "a memory bomb": ("held = []\nwhile True:\n    held.append(os.urandom(2**20))", {"out_of_memory"}),
    "a flood of output": ("while True:\n    print('x' * 65536)", {"output_limit"}),
    "a flood of events": (
        'for _ in range(2000):\n    events.sendall(b\'{"kind": "phase_changed", "phase": "training"}\\n\' * 100)',
        {"completed"},
    ),
}


async def test_runs_in_a_row_leave_nothing_and_the_servers_memory_is_flat() -> None:
    source = WITH_RAY if SOAKING else WITHOUT_RAY
    before = None
    async with soaking(ray=bool(SOAKING), pool_size=1) as soak:
        for number in range(IN_A_ROW):
            if number == WARMED_UP:
                await soak.until_ready(1)
                before = Footprint.now()
            if number % 50 == 0:
                print(f"{number} runs", flush=True)
            honest(await soak.run(source))
            assert len(set(soak.remembering.marks)) == len(soak.remembering.marks) > number
        await soak.until_ready(1)
        after = Footprint.now()
    assert before is not None
    grown = after.memory_bytes - before.memory_bytes
    assert grown < GROWTH_BYTES + GROWTH_BYTES_A_RUN * IN_A_ROW
    assert (after.descriptors, after.children) == (before.descriptors, before.children)
    assert after.mounts == before.mounts
    print(f"{IN_A_ROW} runs; the server's process grew by {grown / 2**10:.0f} KiB")


async def test_runs_that_empty_the_pool_wait_honestly_and_never_share_a_sandbox() -> None:
    """With Ray: two at once, and one sandbox is ready."""
    async with soaking(ray=True, pool_size=1) as soak:
        await soak.until_ready(1)
        runs = await asyncio.gather(*(soak.run(WITH_RAY) for _ in range(2)))
        assert len(set(soak.remembering.marks)) == len(soak.remembering.marks) >= 2
    for run in runs:
        honest(run)
    assert [WARMING in run.text("playground") for run in runs] == [False, True]


@pytest.mark.limits
async def test_every_honest_run_ends_right_beside_hostile_ones() -> None:
    limits = SMALL.model_copy(update={"output_bytes": 2**20, "events": 2_000, "event_burst": 1_000})
    async with soaking(ray=False, pool_size=2, limits=limits) as soak:
        for number in range(HOSTILE):
            name = list(ATTACKS)[number % len(ATTACKS)]
            attack, ends = ATTACKS[name]
            hostile, *honest_ones = await asyncio.gather(
                soak.run("import os\n" + attack), soak.run(WITHOUT_RAY), soak.run(WITHOUT_RAY)
            )
            assert hostile.end in ends, f"{name}: {hostile.events[-3:]}"
            for run in honest_ones:
                honest(run)
            if name == "a flood of events":
                assert sum(event.count for event in hostile.events if isinstance(event, EventsDropped)) > 100_000


def honest(run: Told) -> None:
    """It ended right, and found nothing of another's."""
    assert run.end == "completed", run.events
    assert "honest work is done" in run.text(), run.events
    if "FOUND" in run.text():
        assert "FOUND {'/home/learner': [], '/tmp': [], '/dev/shm': []}" in run.text()

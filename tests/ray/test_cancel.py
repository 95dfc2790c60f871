"""Closing a run ends it at once and leaves nothing."""

import psutil
import pytest

from allranks.protocol import Event, LogWritten, MetricsReported, PhaseChanged
from real_runs import execute

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

STOP_SECONDS = 2.0

STUCK_IN_EVERY_WAY = """import time
import torch
import torch.distributed
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    rank = train.get_context().get_world_rank()
    train.report({"rank": rank})
    if rank == 0:
        while True: pass
    if rank == 1:
        time.sleep(3600)
    torch.distributed.all_reduce(torch.ones(3))

TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=3)).fit()
"""

LEAVES_PROCESSES_BEHIND = """import os, subprocess, sys
for _ in range(3):
    subprocess.Popen(["sleep", "3600"], start_new_session=True)
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.execvpe("sleep", ["sleep", "3600"], {})
    os._exit(0)
os.wait()
print("children", flush=True)
"""


def sleepers() -> set[int]:
    return {process.pid for process in psutil.process_iter(["cmdline"]) if process.info["cmdline"] == ["sleep", "3600"]}


async def test_ranks_that_spin_sleep_and_wait_in_all_reduce_are_all_stopped() -> None:
    seen: set[int] = set()

    def all_have_reported(event: Event) -> bool:
        if isinstance(event, MetricsReported):
            seen.add(event.rank)
        return seen == {0, 1, 2}

    run, closing = await execute(STUCK_IN_EVERY_WAY, until=all_have_reported)
    assert seen == {0, 1, 2}, run.text() + run.text("ray")
    assert closing < STOP_SECONDS


@pytest.mark.parametrize("stuck", ["while True: pass", "import time; time.sleep(3600)", "input()"])
async def test_a_driver_that_is_stuck_is_stopped(stuck: str) -> None:
    source = f"print('here we go')\ntry:\n    {stuck}\nexcept EOFError:\n    raise SystemExit(5)\n"
    run, closing = await execute(source, until=lambda event: isinstance(event, LogWritten) and "here" in event.text)
    assert closing < STOP_SECONDS
    assert run.events[-1].kind != "run_finished"


async def test_a_run_can_be_closed_before_ray_is_up() -> None:
    run, closing = await execute("", until=lambda event: isinstance(event, PhaseChanged) and event.phase == "cluster")
    assert closing < STOP_SECONDS
    assert [event.kind for event in run.events] == ["phase_changed"]


async def test_detached_processes_do_not_outlive_their_run() -> None:
    before = sleepers()
    run, _ = await execute(LEAVES_PROCESSES_BEHIND)
    assert run.finished.end == "completed", run.text()
    assert sleepers() <= before

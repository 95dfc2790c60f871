"""Attacks from inside Ray Train's own workers: the run is told truly, and the run beside it ends right."""

from __future__ import annotations

import asyncio

import pytest

from allranks.protocol import Event, EventsDropped, Graded, Limits, LogWritten, MetricsReported
from attacks import source_of
from mini_sandbox import enclosure
from real_runs import Run, execute

pytestmark = [pytest.mark.sandbox, pytest.mark.timeout(180)]

HONEST = """import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model

def loop(config):
    model = prepare_model(torch.nn.Linear(1, 1))
    for step in range(3):
        model(torch.ones(1, 1)).sum().backward()
        train.report({"step": step})

TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
print("honest work is done")
"""
SMALLER = Limits(memory_bytes=1280 * 2**20)


async def attacked(name: str, limits: Limits | None = None) -> Run:
    run, _ = await execute(source_of(name), limits=limits, enclosure=enclosure())
    assert run.of(MetricsReported), f"the attack did not begin: {run.text()} {run.text('ray')}"
    return run


@pytest.mark.limits
async def test_memory_of_a_train_worker_is_limited_and_another_run_meanwhile_ends_right() -> None:
    hostile, (honest, _) = await asyncio.gather(
        attacked("ray_fill_memory", SMALLER), execute(HONEST, enclosure=enclosure())
    )
    assert hostile.finished.end == "out_of_memory"
    assert "1.2 GiB" in hostile.finished.sentence
    assert honest.finished.end == "completed", honest.text() + honest.text("ray")
    assert honest.text() == "honest work is done\n"
    assert sorted(report.index for report in honest.of(MetricsReported)) == [0, 0, 1, 1, 2, 2]


@pytest.mark.limits
async def test_a_fork_bomb_in_a_train_worker_ends_its_run() -> None:
    run = await attacked("ray_fork_bomb")
    assert run.finished.end in ("too_many_processes", "out_of_memory")


async def test_events_forged_in_a_train_worker_are_bounded_and_claim_nothing() -> None:
    run = await attacked("ray_forge_events")
    assert run.finished.end == "completed"
    assert run.text() == "done\n"
    assert run.of(Graded) == []
    kept = len(run.of(MetricsReported))
    dropped = sum(event.count for event in run.of(EventsDropped))
    assert kept < 60_000
    assert 199_000 < kept + dropped < 201_000


async def test_a_worker_that_kills_every_process_ends_its_own_run() -> None:
    run = await attacked("ray_kill_everything")
    assert run.finished.end == "harness_lost"
    assert run.times[-1] - run.times[0] < 60


async def test_a_run_whose_ray_was_killed_can_be_ended() -> None:
    """Its driver may wait for ever; then the wall clock closes the run, as this does."""

    def killed(event: Event) -> bool:
        return isinstance(event, LogWritten) and "servers are killed" in event.text

    run, closing = await execute(source_of("ray_kill_ray"), until=killed, enclosure=enclosure())
    assert killed(run.events[-1])
    assert closing < 5

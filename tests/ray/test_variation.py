"""A run whose world size, seed and configuration the host has drawn."""

from __future__ import annotations

import pytest

from allranks.protocol import MetricsReported, Variation
from real_runs import Run, execute, run_once

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

PROGRAM = """
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    SEEDING
    drawn = torch.rand(1).item()
    own = torch.rand(1, generator=torch.Generator().manual_seed(5)).item()
    train.report({"drawn": drawn, "own": own, "lr": config["lr"], "kept": config["kept"]})

TorchTrainer(
    loop, train_loop_config={"lr": 0.1, "kept": 3}, scaling_config=ScalingConfig(num_workers=3)
).fit()
"""
VARIATION = Variation(workers=2, seed=1234, config={"lr": 0.25})


@pytest.fixture(scope="module")
def varied() -> Run:
    return run_once(execute(PROGRAM.replace("SEEDING", "torch.manual_seed(0)"), variation=VARIATION))


def test_world_size_and_configuration_are_the_hosts(varied: Run) -> None:
    reported = varied.of(MetricsReported)
    assert sorted(event.rank for event in reported) == [0, 1]
    assert [(event.metrics["lr"], event.metrics["kept"]) for event in reported] == [(0.25, 3)] * 2


async def test_the_seed_is_the_hosts_whatever_the_program_sets(varied: Run) -> None:
    """Generators of the program's own, which its data comes from, keep their seeds."""
    unseeded, _ = await execute(PROGRAM.replace("SEEDING", "pass"), variation=VARIATION)
    other, _ = await execute(PROGRAM.replace("SEEDING", "pass"), variation=VARIATION.model_copy(update={"seed": 99}))
    drawn = [{event.metrics["drawn"] for event in run.of(MetricsReported)} for run in (varied, unseeded, other)]
    assert drawn[0] == drawn[1] != drawn[2]
    own = [{event.metrics["own"] for event in run.of(MetricsReported)} for run in (varied, unseeded, other)]
    assert own[0] == own[1] == own[2]

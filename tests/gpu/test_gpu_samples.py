"""Where there is a GPU: each rank says from inside the sandbox what it holds of it, of how much, and how busy it is."""

from __future__ import annotations

from importlib.metadata import version
from pathlib import Path

import pytest

from ability import ability
from allranks.protocol import RankSampled
from mini_sandbox import enclosure
from real_runs import execute

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(240)]

GPUS = sorted(Path("/dev").glob("nvidia[0-9]*"))
HELD_BYTES = 2**30
SECONDS = 6
PROGRAM = f"""import time
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, get_device


def train_loop(config):
    device = get_device()
    held = torch.zeros({HELD_BYTES}, dtype=torch.uint8, device=device)
    square = torch.ones(2048, 2048, device=device)
    until = time.monotonic() + {SECONDS}
    while time.monotonic() < until:
        for _ in range(50):
            square @ square
        torch.cuda.synchronize()
    train.report({{"held": held.numel()}})


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=1, use_gpu=True)).fit()
"""


@pytest.fixture(autouse=True)
def _possible() -> None:
    if not GPUS:
        pytest.skip("no NVIDIA GPU here (/dev/nvidia0): what a rank says of its GPU is not proved")
    if "+cpu" in version("torch"):
        pytest.skip("this torch is built for CPUs alone: what a rank says of its GPU is not proved")
    if ability().level == "D":
        pytest.skip(ability().reason())


async def test_a_rank_says_what_it_holds_of_its_gpu_and_how_busy_that_is() -> None:
    run, _ = await execute(PROGRAM, enclosure=enclosure())

    assert run.finished.end == "completed", run.text() + run.text("ray")
    told = [sample for sample in run.of(RankSampled) if (sample.gpu_memory_bytes or 0) >= HELD_BYTES]
    assert told, "no sample has the memory that the rank held"
    assert all((sample.gpu_memory_total_bytes or 0) > HELD_BYTES for sample in told)
    assert max(sample.gpu_percent or 0.0 for sample in told) > 0, "nobody told how busy it was"

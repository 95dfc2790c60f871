"""Where there are two GPUs: what is said of ranks that wait for each other over NCCL, whose calls return at once."""

from __future__ import annotations

import shutil
from importlib.metadata import version
from pathlib import Path

import pytest

from ability import ability
from allranks.catalog import Catalog
from allranks.protocol import CommunicatorMismatched, Limits, ProgressStopped, Record
from allranks.runners.local import LocalRunner
from allranks.runs import RunController
from allranks.store import MemoryEventLog
from houses import House
from mini_sandbox import enclosure

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(240)]

GPUS = sorted(Path("/dev").glob("nvidia[0-9]*"))
PROGRAM = """import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, get_device


def train_loop(config):
    for step in range(5):
        if step == 3 and train.get_context().get_world_rank() == 1:
            return
        total = torch.ones(4, device=get_device())
        dist.all_reduce(total)
        print(total[0].item())


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2, use_gpu=True)).fit()
"""


@pytest.fixture(autouse=True)
def _possible() -> None:
    if len(GPUS) < 2:
        pytest.skip("not two NVIDIA GPUs here (/dev/nvidia0, 1): what is said of hangs over NCCL is not proved")
    if "+cpu" in version("torch"):
        pytest.skip("this torch is built for CPUs alone: what is said of hangs over NCCL is not proved")
    if ability().level == "D":
        pytest.skip(ability().reason())


async def hung(folder: Path) -> tuple[ProgressStopped, list[Record]]:
    """The explanation of the program's hang, and all that was recorded up to its end."""
    limits = Limits()
    runner = LocalRunner(folder, enclosure=enclosure(), limits=limits)
    log = MemoryEventLog()
    controller = RunController(log, runner, Catalog([]), limits=limits)
    await controller.start()
    try:
        house = House(controller, log)
        run_id = await controller.submit(None, PROGRAM, "request-1")
        stopped = (await house.until(run_id, "progress_stopped")).event
        controller.cancel(run_id)
        records = await house.whole(run_id)
    finally:
        await controller.close()
        await log.close()
    assert isinstance(stopped, ProgressStopped)
    return stopped, records


async def test_a_rank_that_stands_in_item_is_said_to_wait_in_the_call_it_made_before(tmp_path: Path) -> None:
    stopped, _ = await hung(tmp_path)

    assert (stopped.diagnosis.cause, stopped.hang, stopped.ranks) == ("early_return", True, [0, 1]), stopped
    assert stopped.diagnosis.where is not None
    assert stopped.diagnosis.where.text == "print(total[0].item())"
    assert any("all_reduce (its collective 4, float32[4])" in line for line in stopped.diagnosis.evidence), stopped


async def test_nccls_own_monitoring_says_which_rank_is_behind(tmp_path: Path) -> None:
    if shutil.which("ncclras") is None:
        pytest.skip("no ncclras here (it comes with NCCL's own packages from 2.24 on): its monitoring is not proved")
    stopped, records = await hung(tmp_path)

    told = [record.event for record in records if isinstance(record.event, CommunicatorMismatched)]
    assert told, stopped
    assert [one.rank for one in told[-1].ranks] == [1, 0]
    assert any(line.startswith("NCCL has begun AllReduce") for line in stopped.diagnosis.evidence), stopped

"""Where there are GPUs: ranks train on them over NCCL in the sandbox, and leave their memory free."""

from __future__ import annotations

import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path

import pytest

from ability import ability
from allranks.catalog import default_exercises_folder, read_exercise
from allranks.protocol import Event, MetricsReported, WorkerGroupStarted
from mini_sandbox import enclosure
from real_runs import execute
from train01_anywhere import train01_anywhere

pytestmark = [pytest.mark.gpu, pytest.mark.timeout(240)]

GPUS = sorted(Path("/dev").glob("nvidia[0-9]*"))
RANKS = min(len(GPUS), 4)
"""NCCL admits one rank a GPU."""
HELD_BYTES = 2**30
SLACK_BYTES = 2**28
SECONDS_UNTIL_FREE = 20
ON_GPUS = {
    "use_gpu=False": "use_gpu=True",
    'TorchConfig(backend="gloo")': 'TorchConfig(backend="nccl")',
    "ScalingConfig(num_workers=4": f"ScalingConfig(num_workers={RANKS}",
    "inputs, targets = make_batch(generator)": "inputs, targets = (part.to(device) for part in make_batch(generator))",
    "    model = train.torch.prepare_model": (
        "    device = train.torch.get_device()\n"
        f"    held = torch.zeros({HELD_BYTES}, dtype=torch.uint8, device=device)\n"
        "    summed = torch.ones(1, device=device)\n"
        "    torch.distributed.all_reduce(summed)\n"
        "    assert summed.item() == train.get_context().get_world_size()\n"
        "    model = train.torch.prepare_model"
    ),
}
"""What turns the exercise's solution into one for GPUs, which holds a gibibyte and sums over all ranks besides."""


@pytest.fixture(autouse=True)
def _possible() -> None:
    if not GPUS:
        pytest.skip("no NVIDIA GPU here (/dev/nvidia0): NCCL in the sandbox is not proved")
    if "+cpu" in version("torch"):
        pytest.skip("this torch is built for CPUs alone: NCCL in the sandbox is not proved")
    if ability().level == "D":
        pytest.skip(ability().reason())


def program() -> str:
    source = read_exercise(default_exercises_folder() / "train01-torch-trainer").solution
    for plain, on_gpus in ON_GPUS.items():
        assert plain in source
        source = source.replace(plain, on_gpus)
    return source


def free_bytes() -> int:
    """Free memory of the first GPU, asked for in a process of its own, whose context takes the same each time."""
    asking = "import torch; print(torch.cuda.mem_get_info(0)[0])"
    told = subprocess.run([sys.executable, "-c", asking], capture_output=True, text=True, check=True)
    return int(told.stdout)


def is_free_again(before: int) -> bool:
    """Whether it is, at the latest after the time that the driver may take to clear up."""
    deadline = time.monotonic() + SECONDS_UNTIL_FREE
    while free_bytes() < before - SLACK_BYTES:
        if time.monotonic() > deadline:
            return False
    return True


async def test_train01_runs_over_nccl_in_the_sandbox_and_gives_the_memory_back() -> None:
    before = free_bytes()
    while_training: list[int] = []

    def look(event: Event) -> bool:
        if isinstance(event, MetricsReported) and not while_training:
            while_training.append(free_bytes())
        return False

    run, _ = await execute(program(), until=look, enclosure=enclosure())

    assert run.finished.end == "completed", run.text() + run.text("ray")
    (group,) = run.of(WorkerGroupStarted)
    assert [(fact.rank, fact.backend) for fact in group.ranks] == [(rank, "nccl") for rank in range(RANKS)]
    assert all(fact.device.startswith("cuda") for fact in group.ranks)
    assert before - while_training[0] >= HELD_BYTES - SLACK_BYTES, "the measure sees what a rank holds"
    assert is_free_again(before)


async def test_a_run_that_is_stopped_gives_the_memory_back() -> None:
    before = free_bytes()

    await execute(program(), until=lambda event: isinstance(event, MetricsReported), enclosure=enclosure())

    assert is_free_again(before)


async def test_the_file_that_runs_on_cpus_over_gloo_runs_here_over_nccl_unchanged() -> None:
    run, _ = await execute(train01_anywhere().solution, enclosure=enclosure())

    assert run.finished.end == "completed", run.text() + run.text("ray")
    (group,) = run.of(WorkerGroupStarted)
    assert {(fact.backend, fact.device.split(":")[0]) for fact in group.ranks} == {("nccl", "cuda")}
    assert {report.rank for report in run.of(MetricsReported)} == {fact.rank for fact in group.ranks}

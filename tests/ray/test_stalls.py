"""Hangs in the real sandbox: what is said of them, where, and how soon."""

from __future__ import annotations

from pathlib import Path
from textwrap import indent

import pytest

from allranks.protocol import ProgressStopped, RankSampled, Record, RunFinished
from houses import running_house

pytestmark = [pytest.mark.ray, pytest.mark.timeout(180)]

PROGRAM = """import threading, time
import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model


def train_loop(config):
    rank = train.get_context().get_world_rank()
{body}


TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
"""
UNEVEN = """model = prepare_model(torch.nn.Linear(2, 1))
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
data = torch.utils.data.TensorDataset(torch.randn(26 - 2 * rank, 2))
for (batch,) in torch.utils.data.DataLoader(data, batch_size=2):
    optimizer.zero_grad()
    model(batch).sum().backward()
    optimizer.step()
"""
REPORT = """for epoch in range(3):
    if rank == 0 or epoch < 1:
        train.report({"epoch": epoch})
"""
EARLY = """for step in range(5):
    if rank == 1 and step == 3:
        return
    dist.all_reduce(torch.ones(4))
"""
DEADLOCK = """lock = threading.Lock()
if rank == 1:
    lock.acquire()
    lock.acquire()
dist.barrier()
"""
STRAGGLER = """dist.barrier()
until = time.monotonic() + (12 if rank == 1 else 0)
while time.monotonic() < until:
    sum(range(1000))
dist.barrier()
"""


@pytest.mark.parametrize(
    ("body", "cause", "hang", "ranks", "text"),
    [
        (UNEVEN, "uneven_batches", True, [0, 1], "model(batch).sum().backward()"),
        (REPORT, "report_on_some_ranks", True, [0, 1], 'train.report({"epoch": epoch})'),
        (EARLY, "early_return", True, [0, 1], "dist.all_reduce(torch.ones(4))"),
        (DEADLOCK, "deadlock", True, [0, 1], "lock.acquire()"),
        (STRAGGLER, "straggler", False, [0, 1], None),
    ],
    ids=["uneven batches", "report on one rank", "early return", "deadlock", "straggler"],
)
async def test_it_is_said_within_seven_seconds_why_nothing_goes_on(
    body: str, cause: str, hang: bool, ranks: list[int], text: str | None, tmp_path: Path
) -> None:
    source = PROGRAM.format(body=indent(body, "    "))
    async with running_house(tmp_path) as house:
        run_id = await house.controller.submit(None, source, "request-1")
        record = await house.until(run_id, "progress_stopped")
        stopped = record.event
        house.controller.cancel(run_id)
        records = await house.whole(run_id)
    assert isinstance(stopped, ProgressStopped)
    diagnosis = stopped.diagnosis
    assert (diagnosis.cause, stopped.hang, stopped.ranks) == (cause, hang, ranks), (diagnosis, seen(records))
    assert record.time - stopped.since <= 7.0
    assert diagnosis.where is not None
    if text is not None:
        assert diagnosis.where.text == text
    for rank in ranks:
        assert any(line.startswith(f"rank {rank}: ") for line in diagnosis.evidence)
    ended = next(record.event for record in records if isinstance(record.event, RunFinished))
    assert ended.end == "cancelled"


def seen(records: list[Record]) -> list[RankSampled]:
    """The last samples, for whoever reads a failure."""
    return [record.event for record in records if isinstance(record.event, RankSampled)][-6:]

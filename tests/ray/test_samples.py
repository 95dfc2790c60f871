"""What ranks say of themselves while they train, wait for each other, sleep, and let nobody else run."""

from __future__ import annotations

import pytest

from allranks.protocol import Event, MetricsReported, RankSampled, TimeSpent
from real_runs import Run, execute, run_once

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

UNEVEN = """
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader, TensorDataset

def loop(config):
    rank = train.get_context().get_world_rank()
    model = prepare_model(torch.nn.Linear(10, 4))
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    train.report({"prepared": 1})
    loader = DataLoader(TensorDataset(torch.ones(12 + 4 * (1 - rank), 10)), batch_size=4)
    for (batch,) in loader:
        loss = model(batch).sum()
        optimizer.zero_grad()
        loss.backward()  # waits
        optimizer.step()

TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
"""

STUCK = """
import ctypes
import time
import torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    rank = train.get_context().get_world_rank()
    dist.all_reduce(torch.ones(3))
    if rank == 0:
        dist.barrier(group=dist.new_group([0, 1, 2]))  # the others do not come
    dist.new_group([0, 1, 2])
    if rank == 1:
        time.sleep(300)  # this is where it is
    ctypes.PyDLL(None).sleep(300)

TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=3)).fit()
"""


def line_of(source: str, marked: str) -> int:
    return next(number for number, line in enumerate(source.splitlines(), 1) if marked in line)


class Enough:
    """Ends a run when each rank of `ranks` was sampled `times` times in a row without progress."""

    def __init__(self, ranks: set[int], times: int) -> None:
        self._left = dict.fromkeys(ranks, times)

    def __call__(self, event: Event) -> bool:
        if isinstance(event, RankSampled) and event.rank in self._left:
            self._left[event.rank] -= bool(event.stack) or event.activity in ("returned", "raised")
        return all(left <= 0 for left in self._left.values())


@pytest.fixture(scope="module")
def uneven() -> Run:
    return run_once(execute(UNEVEN, until=Enough({0, 1}, 2)))


def last(run: Run, rank: int) -> RankSampled:
    return [sample for sample in run.of(RankSampled) if sample.rank == rank][-1]


def test_a_rank_that_waits_for_a_gradient_all_reduce_says_where_and_for_what(uneven: Run) -> None:
    sample = last(uneven, 0)
    assert (sample.activity, sample.batches, sample.steps, sample.reports) == ("backward", 4, 3, 1)
    assert sample.where is not None
    assert (sample.where.file, sample.where.line) == ("program.py", line_of(UNEVEN, "# waits"))
    assert sample.where in sample.stack
    assert sample.collective is not None
    assert (sample.collective.name, sample.collective.shape, sample.collective.group) == (
        "all_reduce",
        "float32[44]",
        "",
    )
    assert sample.collective.sequence == sample.collectives + 1
    assert sample.idle_seconds >= 1
    assert sample.cpu_percent < 90
    assert sample.rss_bytes > 10_000_000


def test_a_rank_whose_loop_is_over_says_so(uneven: Run) -> None:
    sample = last(uneven, 1)
    assert (sample.activity, sample.batches, sample.steps) == ("returned", 3, 3)
    assert (sample.where, sample.stack, sample.collective) == (None, [], None)


def test_time_is_told_with_each_report(uneven: Run) -> None:
    assert len(uneven.of(TimeSpent)) == len(uneven.of(MetricsReported)) == 2
    for spent in uneven.of(TimeSpent):
        assert spent.index == 0
        assert {"loop", "collective"} <= set(spent.seconds) <= {"loop", "collective", "report"}


@pytest.fixture(scope="module")
def stuck() -> Run:
    return run_once(execute(STUCK, until=Enough({0, 1}, 2)))


def test_a_rank_in_a_collective_says_which(stuck: Run) -> None:
    sample = last(stuck, 0)
    assert sample.activity == "collective"
    assert sample.where is not None
    assert sample.where.line == line_of(STUCK, "# the others do not come")
    assert sample.collective is not None
    assert (sample.collective.name, sample.collective.sequence, sample.collectives) == ("barrier", 3, 3)


def test_a_rank_in_its_own_lines_says_which(stuck: Run) -> None:
    sample = last(stuck, 1)
    assert (sample.activity, sample.collective) == ("loop", None)
    assert sample.where is not None
    assert sample.where.line == line_of(STUCK, "# this is where it is")


def test_a_rank_that_lets_no_python_run_says_nothing(stuck: Run) -> None:
    assert [sample for sample in stuck.of(RankSampled) if sample.rank == 2 and sample.stack] == []

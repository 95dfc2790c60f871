"""What else a rank can be in, on a real Ray: a rendezvous that nobody comes to, data, uploads, Ray's own barrier."""

from __future__ import annotations

import pytest

from allranks.protocol import Event, EventsDropped, RankSampled, TimeSpent
from real_runs import Run, execute, run_once

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

ALONE = """
import torch.distributed as dist
from ray.train import ScalingConfig
from ray.train.backend import Backend
from ray.train.torch import TorchConfig, TorchTrainer

def meet():
    dist.init_process_group("gloo", init_method="tcp://127.0.0.1:29533", rank=0, world_size=2)

class OnlyTheFirst(Backend):
    def on_start(self, worker_group, config):
        worker_group.execute_single(0, meet)

class Alone(TorchConfig):
    @property
    def backend_cls(self):
        return OnlyTheFirst

TorchTrainer(print, torch_config=Alone(), scaling_config=ScalingConfig(num_workers=2)).fit()
"""

MANY = """
import os, tempfile, time
import ray
import torch
import torch.distributed as dist
from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.collective import barrier
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader, Dataset

class Slow(Dataset):
    def __len__(self):
        return 6
    def __getitem__(self, index):
        time.sleep(0.3)
        return torch.ones(10)

class SlowToWrite:
    def __reduce__(self):
        time.sleep(0.4)
        return list, ()

def upload(checkpoint, name):
    time.sleep(0.5)
    storage = train.get_context().get_storage()
    return storage.persist_current_checkpoint(checkpoint, name)

def loop(config):
    rank = train.get_context().get_world_rank()
    model = prepare_model(torch.nn.Linear(10, 4))
    for batch in DataLoader(Slow(), batch_size=2, num_workers=1):  # not prepared: all batches on each rank
        model(batch).sum().backward()
    for batch in train.get_dataset_shard("rows").iter_torch_batches(batch_size=4):
        model(torch.ones(1, 10))
    barrier()
    if rank == 1:
        time.sleep(0.7)
    work = dist.all_reduce(torch.ones(2), async_op=True)
    work.wait()
    with tempfile.TemporaryDirectory() as folder:
        torch.save(SlowToWrite(), os.path.join(folder, "state"))
        train.report({}, checkpoint=Checkpoint.from_directory(folder), checkpoint_upload_fn=upload)
    train.report({})
    barrier()
    if rank == 0:
        barrier()  # nobody comes
    time.sleep(300)

rows = ray.data.range(16)
TorchTrainer(loop, train_loop_config={}, datasets={"rows": rows}, scaling_config=ScalingConfig(num_workers=2)).fit()
"""


def line_of(source: str, marked: str) -> int:
    return next(number for number, line in enumerate(source.splitlines(), 1) if marked in line)


def test_a_rank_that_nobody_meets_says_so_before_there_is_a_process_group() -> None:
    def waits(event: Event) -> bool:
        return isinstance(event, RankSampled) and event.activity == "process_group" and event.stack != []

    run = run_once(execute(ALONE, until=waits))
    sample = run.events[-1]
    assert isinstance(sample, RankSampled)
    assert (sample.rank, sample.collectives) == (0, 0)
    assert sample.where is not None
    assert sample.where.line == line_of(ALONE, "dist.init_process_group(")


@pytest.fixture(scope="module")
def many() -> Run:
    def both_stand(event: Event) -> bool:
        return isinstance(event, RankSampled) and event.rank == 0 and event.reports == 2 and event.stack != []

    return run_once(execute(MANY, until=both_stand))


def spent(run: Run, rank: int, index: int) -> dict[str, float]:
    (told,) = [told.seconds for told in run.of(TimeSpent) if (told.rank, told.index) == (rank, index)]
    return {str(name): seconds for name, seconds in told.items()}


def test_waiting_for_a_loader_counts_as_data(many: Run) -> None:
    for rank in (0, 1):
        assert 1.5 < spent(many, rank, 0)["data"] < 10
        assert {"loop", "data", "forward", "backward", "collective", "serialise"} == set(spent(many, rank, 0))


def test_writing_a_file_counts_apart_from_its_upload(many: Run) -> None:
    for rank in (0, 1):
        assert 0.4 < spent(many, rank, 0)["serialise"] < 5
        assert "serialise" not in spent(many, rank, 1)


def test_waiting_for_a_slow_rank_counts_to_the_call_that_waits(many: Run) -> None:
    assert spent(many, 0, 0)["collective"] - spent(many, 1, 0)["collective"] > 0.3
    assert spent(many, 1, 0)["loop"] > 0.7


def test_an_upload_counts_apart_from_the_report_around_it(many: Run) -> None:
    for rank in (0, 1):
        assert 0.5 < spent(many, rank, 1)["checkpoint"] < 5
        assert spent(many, rank, 1)["report"] > 0


def test_rays_own_barrier_is_a_collective_like_torchs(many: Run) -> None:
    sample = many.events[-1]
    assert isinstance(sample, RankSampled)
    assert sample.activity == "collective"
    assert sample.collective is not None
    assert sample.collective.name == "ray.train.collective.barrier"
    assert (sample.collective.sequence, sample.collectives) == (5, 5)  # prepare_model, barrier, all_reduce, 2 barriers
    assert sample.where is not None
    assert sample.where.line == line_of(MANY, "# nobody comes")


def test_batches_of_both_kinds_are_counted(many: Run) -> None:
    sample = many.events[-1]
    assert isinstance(sample, RankSampled)
    assert (sample.batches, sample.steps, sample.reports) == (3 + 2, 0, 2)
    assert many.of(EventsDropped) == []

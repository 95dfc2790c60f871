"""One run that reads in every way, and what was observed of it. Every test reads the same run."""

import json

import pytest

from allranks.protocol import EventsDropped, RowsRead
from real_runs import Run, execute, run_once

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

PROGRAM = """
import json, pickle
import ray, torch
from ray import train
from ray.train import DataConfig, ScalingConfig
from ray.train.torch import TorchTrainer, prepare_data_loader
from torch.utils.data import DataLoader, IterableDataset

class Endless(IterableDataset):
    def __iter__(self):
        yield from range(6)

def tell(**values):
    print(json.dumps(values))

def loop(config):
    rank = train.get_context().get_world_rank()
    shard, whole, nameless = (train.get_dataset_shard(name) for name in ("split", "whole", "nameless"))
    for _ in range(2):
        seen = [row for batch in shard.iter_torch_batches(batch_size=4) for row in batch["id"].tolist()]
        tell(split=seen)
    for batch in whole.iter_batches(batch_size=5):
        tell(left=batch["id"].tolist())
        break
    tell(rows=[row["id"] for row in whole.iter_rows()])
    tell(same=[type(batch).__name__ for batch in whole.iter_batches(batch_format="pandas", batch_size=5)])
    for _ in nameless.iter_torch_batches(batch_size=4):
        pass
    copies = [pickle.loads(pickle.dumps(each)) for each in (shard, whole)]
    tell(type=type(shard).__name__, copies=[type(copy).__name__ for copy in copies])

    torch.manual_seed(rank)
    loader = prepare_data_loader(DataLoader(list(range(100, 116)), batch_size=4, shuffle=True))
    for epoch in range(2):
        loader.sampler.set_epoch(epoch)
        tell(loader=[value - 100 for batch in loader for value in batch.tolist()])
    workers = prepare_data_loader(DataLoader(list(range(12)), batch_size=2, num_workers=2), move_to_device=False)
    iterator = iter(workers)
    tell(length=[len(workers), len(iterator)], workers=next(iterator).tolist() + next(iterator).tolist())
    del iterator
    own = prepare_data_loader(DataLoader(list(range(6)), batch_size=2, shuffle=True), add_dist_sampler=False)
    torch.manual_seed(7)
    tell(own=[value for batch in own for value in batch.tolist()])
    torch.manual_seed(7)
    plain = DataLoader(list(range(6)), batch_size=2, shuffle=True)
    tell(plain=[value for batch in plain for value in batch.tolist()])
    for _ in prepare_data_loader(DataLoader(Endless(), batch_size=2)):
        pass
    train.report({"done": 1})

TorchTrainer(
    loop,
    datasets={
        "split": ray.data.range(16, override_num_blocks=2),
        "whole": ray.data.range(20, override_num_blocks=1),
        "nameless": ray.data.from_items([{"x": 1.0}] * 8, override_num_blocks=1),
    },
    dataset_config=DataConfig(datasets_to_split=["split"]),
    scaling_config=ScalingConfig(num_workers=2),
).fit()
"""


@pytest.fixture(scope="module")
def run() -> Run:
    return run_once(execute(PROGRAM))


def told(run: Run, rank: int, what: str) -> list[object]:
    """What the loop itself printed under this name, in order."""
    printed = [json.loads(line) for line in run.text(rank=rank).splitlines() if line.startswith("{")]
    return [line[what] for line in printed if what in line]


def observed(run: Run, rank: int, dataset: str) -> list[tuple[list[int], int, bool]]:
    """Rows, batches and end of each pass."""
    pieces = [event for event in run.of(RowsRead) if (event.rank, event.dataset) == (rank, dataset)]
    return [
        (
            [row for piece in pieces if piece.epoch == epoch for row in piece.rows],
            sum(piece.batches for piece in pieces if piece.epoch == epoch),
            any(piece.ended for piece in pieces if piece.epoch == epoch),
        )
        for epoch in sorted({piece.epoch for piece in pieces})
    ]


both_ranks = pytest.mark.parametrize("rank", [0, 1])


def test_the_program_runs_to_its_end_and_nothing_was_dropped(run: Run) -> None:
    assert run.finished.end == "completed", run.text() + run.text("ray")
    assert run.of(EventsDropped) == []


@both_ranks
def test_a_split_dataset_is_seen_as_the_loop_saw_it(run: Run, rank: int) -> None:
    assert [rows for rows, _, _ in observed(run, rank, "split")] == told(run, rank, "split")
    assert [(batches, ended) for _, batches, ended in observed(run, rank, "split")] == [(2, True), (2, True)]


@both_ranks
def test_a_whole_dataset_is_seen_batch_by_batch_row_by_row_and_when_it_was_left_early(run: Run, rank: int) -> None:
    left, by_row, pandas = observed(run, rank, "whole")

    assert [left] == [(rows, 1, False) for rows in told(run, rank, "left")]
    assert by_row[0] == told(run, rank, "rows")[0] == list(range(20))
    assert (pandas[0], pandas[1:]) == (list(range(20)), (4, True))
    assert told(run, rank, "same") == [["DataFrame"] * 4]


@both_ranks
def test_batches_without_an_id_are_counted(run: Run, rank: int) -> None:
    assert observed(run, rank, "nameless") == [([], 2, True)]


@both_ranks
def test_the_iterators_are_rays_own(run: Run, rank: int) -> None:
    assert told(run, rank, "type") == ["StreamSplitDataIterator"]
    assert told(run, rank, "copies") == [["StreamSplitDataIterator", "DataIteratorImpl"]]


@both_ranks
def test_a_prepared_loader_is_seen_by_what_its_sampler_drew(run: Run, rank: int) -> None:
    assert [rows for rows, _, _ in observed(run, rank, "DataLoader 1")] == told(run, rank, "loader")
    assert [(batches, ended) for _, batches, ended in observed(run, rank, "DataLoader 1")] == [(2, True), (2, True)]


@both_ranks
def test_batches_that_were_loaded_ahead_and_not_taken_do_not_count(run: Run, rank: int) -> None:
    assert observed(run, rank, "DataLoader 2") == [(told(run, rank, "workers")[0], 2, False)]
    assert told(run, rank, "length") == [[3, 3]]


@both_ranks
def test_the_samplers_random_numbers_are_as_without_us(run: Run, rank: int) -> None:
    assert told(run, rank, "own") == told(run, rank, "plain")
    assert observed(run, rank, "DataLoader 3") == [(told(run, rank, "own")[0], 3, True)]


@both_ranks
def test_a_dataset_without_indices_has_batches_and_no_rows(run: Run, rank: int) -> None:
    assert observed(run, rank, "DataLoader 4") == [([], 3, True)]

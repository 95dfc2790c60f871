from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.loop import TrainLoop
from trainlint.reach import Reach, divides_by_hand

HEAD = """
import os
import time
import numpy as np
import torch
from ray import train
from torch.utils.data import Dataset, IterableDataset
import mine
SENT = torch.randn(4)
class Plain(Dataset):
    def __getitem__(self, index): return index
class Stream(IterableDataset): pass
def make(seed): return np.random.default_rng(seed)
"""


def reach_of(body: str) -> Reach:
    """The reach of `data`, as it is at the end of a loop of this body."""
    lines = "\n".join("    " + line for line in body.split("\n"))
    module = module_of(f"{HEAD}def loop(config):\n{lines}\n    data")
    function = next(found for found in module.functions if getattr(found, "name", "") == "loop")
    assert isinstance(function, ast.FunctionDef)
    last = function.body[-1]
    assert isinstance(last, ast.Expr)
    return Reach(module, TrainLoop(module, function), last.value)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("data = rows[train.get_context().get_world_rank()]", True),
        ("r = int(os.environ['RANK'])\ndata = Plain(r)", True),
        ("data = []\ndata.append(train.get_context().get_world_rank())", True),
        ("data = {}\ndata['a'] = torch.distributed.get_rank()", True),
        ("data = Plain()\ndata.rows = rows[rank:]", True),
        ("for data in parts[local_rank]: pass", True),
        ("data = make(config['seed'])\nprint(train.get_context().get_world_rank())", False),
        ("data = Plain()", False),
    ],
)
def test_whatever_has_to_do_with_ranks_is_seen(body: str, expected: bool) -> None:
    assert reach_of(body).minds_the_rank is expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("data = torch.randn(4)", True),
        ("torch.manual_seed(0)\ndata = torch.randn(4)", False),
        ("data = torch.randn(4, generator=torch.Generator())", False),
        ("data = SENT", False),
        ("data = make(1)", False),
        ("data = np.random.default_rng()", True),
        ("data = np.random.rand(4)", True),
        ("np.random.seed(1)\ndata = np.random.rand(4)", False),
        ("data = time.time()", True),
    ],
)
def test_what_each_rank_draws_for_itself_is_seen(body: str, expected: bool) -> None:
    assert reach_of(body).differs_by_chance is expected


def test_what_comes_from_elsewhere_is_out_of_sight() -> None:
    assert not reach_of("data = mine.rows()").is_in_sight
    assert not reach_of("data = unknown").is_in_sight
    assert reach_of("data = Plain(config['rows'])").is_in_sight


def test_streams_are_known() -> None:
    assert reach_of("data = Stream()").is_a_stream
    assert reach_of("data = mine.load(streaming=True)").is_a_stream
    assert not reach_of("data = Plain()").is_a_stream


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("data = parts[train.get_context().get_world_rank()]", True),
        ("for i in data:\n    if i % world_size: continue", True),
        ("data = [i for i in rows if i % 2 == rank]", True),
        ("data = list(islice(rows, rank, None, 2))", True),
        ("if rank == 0: print(data)", False),
        ("data = rows['x']", False),
    ],
)
def test_a_loop_that_picks_by_rank_divides_by_hand(body: str, expected: bool) -> None:
    reach = reach_of(body)
    assert divides_by_hand(reach.module, reach.loop) is expected

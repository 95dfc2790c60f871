from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.ranks import RankValues

HEAD = """
import os
import accelerate
import torch.distributed as dist
from ray import train
context = train.get_context()
rank = context.get_world_rank()
size = context.get_world_size()
main = rank == 0
def is_main(): return rank == 0
def equals(one, other): return one == other
accelerator = accelerate.Accelerator()
class Runner:
    def __init__(self):
        self.rank = context.get_world_rank()
        self.size, self.place = size, rank
"""
IN_A_METHOD = """
    def ask(self):
        return """


def differs(condition: str, world_size: int | None) -> bool:
    module = module_of(HEAD + condition)
    last = module.tree.body[-1]
    assert isinstance(last, ast.Expr)
    return RankValues(module, world_size).differs(last.value)


@pytest.mark.parametrize(
    "condition",
    [
        "rank == 0",
        "rank != 0",
        "not rank",
        "rank",
        "rank > 0",
        "rank in (0, 1)",
        "rank not in [0]",
        "main",
        "not main",
        "is_main()",
        "equals(rank, 0)",
        "rank == size - 1",
        "rank % 2 == 0",
        "rank == 0 and epoch % 2",
        "epoch or rank == 0",
        "0 < rank < 3",
        "dist.get_rank() == 0",
        "context.get_local_rank() == 0",
        "os.environ['RANK'] == '0'",
        "int(os.environ['LOCAL_RANK']) == 0",
        "os.environ.get('RANK') == '0'",
        "int(os.getenv('RANK', 0)) < 1",
        "rank is 0",
        "accelerator.is_main_process",
        "not accelerator.is_local_main_process",
        "accelerator.process_index > 0",
    ],
)
def test_a_condition_that_separates_ranks_differs(condition: str) -> None:
    assert differs(condition, 4)


@pytest.mark.parametrize(
    "condition",
    [
        "epoch % 2 == 0",
        "rank < size",
        "rank >= 0",
        "rank == main_rank",
        "size > 1",
        "rank < 1000",
        "True",
        "rank + 'a'",
        "rank > 0 or rank == 0",
        "rank == 0 and rank == 1",
        "rank == dist.get_rank()",
        "config['rank'] == 0",
        "rank % 0 == 0",
        "context.get_node_rank() == 0",
        "os.environ['HOST'] == 'a'",
        "rank < 'a'",
        "rank in 5",
        "unknown()",
        "other.rank == 0",
        "other.is_main_process",
    ],
)
def test_a_condition_that_is_the_same_everywhere_or_unknown_does_not(condition: str) -> None:
    assert not differs(condition, 4)


def test_the_world_size_decides() -> None:
    assert differs("rank < 2", 4)
    assert not differs("rank < 2", 2)
    assert differs("rank == 0", None)
    assert not differs("rank == 0", 1)


@pytest.mark.parametrize(("condition", "differing"), [("self.rank == 0", True), ("self.place == 0", False)])
def test_the_rank_in_an_attribute(condition: str, differing: bool) -> None:
    module = module_of(HEAD + IN_A_METHOD.removeprefix("\n") + condition)
    returned = module.returned(module.functions[-1])
    assert returned is not None
    assert RankValues(module, 4).differs(returned) is differing

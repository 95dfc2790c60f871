from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.lengths import Lengths
from trainlint.ranks import RankValues

HEAD = """
import itertools
import numpy as np
from ray import train
from torch.utils.data import DataLoader, Subset
rank = train.get_context().get_world_rank()
world = train.get_context().get_world_size()
five = ["a", "b", "c", "d", "e"]
six = list(range(6))
grown = ["a"]
grown.append("b")
"""


def asked(expression: str) -> tuple[Lengths, ast.expr]:
    module = module_of(HEAD + expression)
    last = module.tree.body[-1]
    assert isinstance(last, ast.Expr)
    return Lengths(module, RankValues(module, 2)), last.value


@pytest.mark.parametrize(
    "iterated",
    [
        "range(3 - rank)",
        "range(steps - rank)",
        "range(0, 3 + rank)",
        "range(rank, 5, world)",
        "five[rank::world]",
        "enumerate(five[rank::2])",
        "five[: rank + 1]",
        "five * rank",
        "range(len(five[rank::2]))",
        "[[1], [1, 2]][rank]",
        "{0: [1], 1: []}[rank]",
        "[1] if rank == 0 else [1, 2]",
        "shard.iter_torch_batches(batch_size=8 * (rank + 1))",
        "DataLoader(rows, batch_size=4 if rank else 8)",
    ],
)
def test_lengths_that_differ(iterated: str) -> None:
    lengths, expression = asked(iterated)
    assert lengths.differ(expression)


@pytest.mark.parametrize(
    "iterated",
    [
        "range(3)",
        "range(steps)",
        "range(rank, rank + 4)",
        "range(rank, 6, world)",
        "range(rank, steps)",
        "six[rank::world]",
        "grown[rank::world]",
        "rows[rank::world]",
        "[[1], [2]][rank]",
        "[*six][rank:]",
        "'ab'[:rank] if steps else 'a'",
        "shard.iter_torch_batches(batch_size=8)",
        "five",
    ],
)
def test_lengths_that_do_not_or_are_not_known(iterated: str) -> None:
    lengths, expression = asked(iterated)
    assert not lengths.differ(expression)


@pytest.mark.parametrize(
    "iterated",
    [
        "rows[rank::world]",
        "range(rank, len(rows), world)",
        "range(len(rows[rank::world]))",
        "itertools.islice(rows, rank, None, world)",
        "np.array_split(rows, world)[rank]",
        "rows.chunk(world)[rank]",
        "enumerate(DataLoader(Subset(rows, range(rank, len(rows), world)), batch_size=2))",
    ],
)
def test_parts_cut_by_hand(iterated: str) -> None:
    lengths, expression = asked(iterated)
    assert lengths.may_differ(expression) is not None


@pytest.mark.parametrize(
    "iterated",
    [
        "rows",
        "rows[rank]",
        "rows[rank * 4 : (rank + 1) * 4]",
        "rows[: len(rows) // world * world][rank::world]",
        "six[rank::world]",
        "itertools.islice(rows, rank, 8 // world * world, world)",
        "range(rank, 6, world)",
        "DataLoader(Subset(rows, range(rank, len(rows), world)), batch_size=2, drop_last=True)",
        "DataLoader(rows, sampler=range(rank, len(rows), world))",
    ],
)
def test_parts_that_are_even_or_not_cut_by_rank(iterated: str) -> None:
    lengths, expression = asked(iterated)
    assert lengths.may_differ(expression) is None

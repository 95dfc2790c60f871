from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.ranks import RankValues
from trainlint.shapes import Shapes

HEAD = """
import torch
from ray import train
rank = train.get_context().get_world_rank()
size = 4 if rank == 0 else 8
if rank == 0:
    chosen = torch.ones(3)
else:
    chosen = torch.ones(4)
if rank == 0:
    same = torch.ones(3)
else:
    same = torch.zeros(3)
maybe = torch.ones(3)
if unknown:
    maybe = torch.ones(rank + 1)
def make(count): return torch.zeros(count)
shape = (2, rank + 1)
"""


def differ(tensor: str) -> bool:
    module = module_of(HEAD + tensor)
    last = module.tree.body[-1]
    assert isinstance(last, ast.Expr)
    return Shapes(module, RankValues(module, 2)).differ(last.value)


@pytest.mark.parametrize(
    "tensor",
    [
        "torch.ones(size)",
        "torch.zeros(2, rank + 1)",
        "torch.randn((rank + 1, 3))",
        "torch.rand(size=(rank + 1, 3))",
        "torch.empty(shape)",
        "torch.full((size,), 1.0)",
        "torch.arange(size)",
        "torch.ones(size).to('cpu')",
        "torch.ones_like(torch.ones(size))",
        "torch.tensor([1.0] * (rank + 1))",
        "torch.ones(3) if rank == 0 else torch.ones(4)",
        "chosen",
        "make(rank + 1)",
        "make(2)[: rank + 1]",
        "torch.ones(count - rank)",
    ],
)
def test_shapes_that_differ(tensor: str) -> None:
    assert differ(tensor)


@pytest.mark.parametrize(
    "tensor",
    [
        "torch.ones(4)",
        "torch.full((2,), rank)",
        "torch.tensor(rank)",
        "torch.tensor([rank])",
        "torch.ones(count)",
        "torch.ones(3) if rank == 0 else torch.zeros(3)",
        "same",
        "maybe",
        "torch.ones(4)[rank]",
        "torch.ones(8)[rank * 4 : (rank + 1) * 4]",
        "torch.ones(*shape)",
        "unknown(rank)",
        "torch.tensor([[1.0] * (rank + 1)])",
    ],
)
def test_shapes_that_do_not_or_are_not_known(tensor: str) -> None:
    assert not differ(tensor)

from __future__ import annotations

import ast
from textwrap import dedent, indent

import pytest

from parsed_programs import module_of
from trainlint.locality import Locality

HEAD = """
import math, random, time
import torch
import torch.distributed as dist
import torch.nn.functional as F
from ray import train
from ray.train.collective import broadcast_from_rank_zero
from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
from torch.utils.data import DataLoader
from elsewhere import helper, rows

class Net(torch.nn.Module):
    pass

def mean_over_ranks(value):
    dist.all_reduce(value)
    return value / dist.get_world_size()

def evaluate(model, loader):
    total = 0.0
    with torch.no_grad():
        for x, y in loader:
            total += F.mse_loss(model(x), y).item()
    return total

def loop(config):
    model = Net()
    model = prepare_model(model)
    loader = prepare_data_loader(DataLoader(rows, batch_size=8))
    everything = DataLoader(rows, batch_size=8)
    criterion = torch.nn.MSELoss()
    for x, y in loader:
        loss = criterion(model(x), y)
"""
TAIL = "\nTorchTrainer(loop, train_loop_config={'limit': 1})\nTorchTrainer(loop, scaling_config=given)\n"


def is_local(body: str) -> bool:
    """Whether the expression on the last line of `body`, in the loop over batches, is a rank's own."""
    module = module_of(HEAD + indent(dedent(body), "        ") + TAIL)
    loop = next(function for function in module.functions if getattr(function, "name", "") == "loop")
    assert isinstance(loop, ast.FunctionDef)
    batches = loop.body[-1]
    assert isinstance(batches, ast.For)
    last = batches.body[-1]
    assert isinstance(last, ast.Expr)
    assert module.ranks is not None
    assert module.traces is not None
    return Locality(module, module.ranks, module.collectives, module.traces).is_local(last.value)


@pytest.mark.parametrize(
    "body",
    [
        "loss.item() < 0.1",
        "for number, batch in enumerate(loader):\n    pass\nbatch.sum() < 4",
        "for number, batch in zip(range(9), loader):\n    pass\nbatch.sum() < 4",
        "not torch.isfinite(loss)",
        "math.isnan(float(loss))",
        "loss.detach().mean().item() > config['limit']",
        "evaluate(model, loader) < 1",
        "time.time() > config['limit']",
        "random.random() < 0.5",
        "torch.rand(1) < 0.5",
        "losses = []\nlosses.append(loss.item())\nsum(losses) / len(losses)",
        "bad = 0\nif loss > 1:\n    bad += 1\nbad > 3",
        "train.get_dataset_shard('train').iter_torch_batches()",
        "[batch for batch in DataLoader(rows, shuffle=True)]",
        "(lambda value: value)(loss)",
    ],
)
def test_what_a_rank_has_to_itself(body: str) -> None:
    assert is_local(body)


@pytest.mark.parametrize(
    "body",
    [
        "config['limit'] > 1",
        "len(x) < 8",
        "x.size(0) == 1 or x.shape[0] < 8",
        "loss is None",
        "not loss.requires_grad",
        "isinstance(loss, dict)",
        "1 < 2",
        "dist.all_reduce(loss)\nloss.item() < 0.1",
        "for number, batch in enumerate(loader):\n    pass\n(number + 1) % 4 == 0",
        "for number, batch in zip(range(9), loader):\n    pass\nnumber > 4",
        "mean_over_ranks(loss) < 0.1",
        "broadcast_from_rank_zero(loss.item()) < 0.1",
        "value = torch.tensor(loss.item())\ndist.broadcast(value, src=0)\nvalue < 1",
        "evaluate(model, everything) < 1",
        "helper(loss) < 1",
        "loss.shared() < 1",
        "torch.manual_seed(0)\ntorch.rand(1) < 0.5",
        "metric(loss) < 1",
        "loss = torch.ones(1)\nloss < 1",
        "train.get_context().get_world_rank() == 0",
        "some = dist.new_group([0])\ndist.all_reduce(loss, group=some)\nloss < 1",
    ],
)
def test_what_is_shared_or_not_in_sight(body: str) -> None:
    assert not is_local(body)

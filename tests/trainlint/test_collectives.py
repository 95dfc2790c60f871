from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of

HEAD = """
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from torch.distributed import all_reduce as reduce_all
import accelerate
from ray import train
from ray.train import collective
from ray.train.torch import prepare_model
from torch.distributed.fsdp import FullyShardedDataParallel as FSDP
from torch.nn.parallel import DistributedDataParallel as DDP

def step(model, inputs):
    outputs = model(inputs)
    return outputs.square().mean()

net = torch.nn.Linear(1, 1)
plain = torch.nn.Linear(1, 1)
model = torch.nn.Linear(1, 1).to("cpu")
model = prepare_model(model)
sharded = prepare_model(net, parallel_strategy="fsdp")
accelerator = accelerate.Accelerator()
some = dist.new_group([0, 1])
x = torch.ones(1)
loss = step(model, x)
scaler = torch.amp.GradScaler("cpu")
"""


def kind(call: str) -> str | None:
    module = module_of(HEAD + call)
    last = module.tree.body[-1]
    while isinstance(last, ast.With):
        last = last.body[-1]
    assert isinstance(last, ast.Expr)
    assert isinstance(last.value, ast.Call)
    return module.collectives.kind(last.value)


@pytest.mark.parametrize(
    ("call", "word"),
    [
        ("train.report({})", "report"),
        ("collective.barrier()", "barrier"),
        ("collective.broadcast_from_rank_zero(1)", "broadcast_from_rank_zero"),
        ("train.get_preemption_info()", "get_preemption_info"),
        ("dist.barrier()", "dist.barrier"),
        ("dist.all_reduce(x)", "all_reduce"),
        ("reduce_all(x)", "all_reduce"),
        ("dist.all_reduce(x, group=None)", "all_reduce"),
        ("dist.all_reduce(x, dist.ReduceOp.SUM, dist.group.WORLD)", "all_reduce"),
        ("torch.distributed.broadcast(x, src=0)", "broadcast"),
        ("torch.distributed.nn.functional.all_reduce(x)", "all_reduce"),
        ("dist.all_gather_object([], x)", "all_gather_object"),
        ("dist.new_group([0])", "new_group"),
        ("dcp.save({}, checkpoint_id='a')", "checkpoint.save"),
        ("prepare_model(net)", "prepare_model"),
        ("DDP(net)", "DistributedDataParallel"),
        ("loss.backward()", "backward"),
        ("step(model, x).backward()", "backward"),
        ("(model(x).sum() / 2).backward()", "backward"),
        ("scaler.scale(loss).backward()", "backward"),
        ("sharded.state_dict()", "state_dict"),
        ("FSDP(net).state_dict()", "state_dict"),
        ("accelerator.wait_for_everyone()", "wait_for_everyone"),
    ],
)
def test_a_call_that_waits_for_every_rank_has_a_word(call: str, word: str) -> None:
    assert kind(call) == word


@pytest.mark.parametrize(
    "call",
    [
        "dist.send(x, 1)",
        "dist.recv(x, 0)",
        "dist.isend(x, 1)",
        "dist.all_reduce(x, group=some)",
        "dist.all_reduce(x, dist.ReduceOp.SUM, some)",
        "dist.barrier(some)",
        "dist.all_reduce(*x)",
        "dist.get_rank()",
        "dcp.save({}, no_dist=True)",
        "prepare_model(net, parallel_strategy=None)",
        "plain(x).sum().backward()",
        "unknown.backward()",
        "model.state_dict()",
        "plain.state_dict()",
        "x.gather(0, x)",
        "x.reduce()",
        "barrier()",
    ],
)
def test_other_calls_have_none(call: str) -> None:
    assert kind(call) is None


def test_a_backward_pass_without_averaging_is_none() -> None:
    assert kind("with model.no_sync(): model(x).backward()") is None


def test_a_model_kept_in_an_object_is_followed() -> None:
    text = """
        from ray.train.torch import prepare_model
        class Runner:
            def __init__(self, net):
                self.model = prepare_model(net)
            def step(self, inputs):
                self.model(inputs).sum().backward()
    """
    assert sorted(module_of(text).collectives.all.values()) == ["backward", "prepare_model"]

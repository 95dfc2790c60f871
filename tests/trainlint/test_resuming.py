from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.resuming import Reads, loads_from, resumed_reads

HEAD = """
import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop(net, optimizer):
    checkpoint = train.get_checkpoint()
    other = torch.load("/tmp/weights.pt", map_location="cpu")
    with checkpoint.as_directory() as folder:
        state = torch.load(f"{folder}/state.pt", map_location="cpu")
    use(other)
"""
TAIL = "\nTorchTrainer(loop, scaling_config=ScalingConfig(num_workers=2))\n"


def reads(body: str) -> tuple[Reads, int]:
    module = module_of(HEAD + "    " + body + TAIL)
    (trainer,) = module.trainers
    assert trainer.loop is not None
    (read,) = resumed_reads(module, trainer.loop)
    return read, len(loads_from(module, read))


@pytest.mark.parametrize(
    ("body", "keys", "loaded"),
    [
        ("net.load_state_dict(state['net'])", {"net"}, 1),
        ("net.load_state_dict(state.get('net')); start = state['epoch'] + 1", {"net", "epoch"}, 1),
        ("net.load_state_dict(state)", set(), 1),
        ("print(state)", set(), 0),
        ("pass", set(), 0),
    ],
)
def test_the_keys_that_a_resumed_loop_takes_are_known(body: str, keys: set[str], loaded: int) -> None:
    read, count = reads(body)
    assert (set(read.keys), count, read.escapes) == (keys, loaded, False)


@pytest.mark.parametrize("body", ["restore(state)", "state[name]", "return state", "for key in state: pass"])
def test_a_state_that_goes_out_of_sight_escapes(body: str) -> None:
    assert reads(body)[0].escapes


def test_an_annotated_state_is_followed_too() -> None:
    text = HEAD.replace("        state = torch", "        state: dict = torch") + "    print(state['net'])" + TAIL
    module = module_of(text)
    (trainer,) = module.trainers
    assert trainer.loop is not None
    (read,) = resumed_reads(module, trainer.loop)
    assert set(read.keys) == {"net"}


def test_only_the_latest_checkpoint_counts() -> None:
    assert ast.unparse(reads("pass")[0].stored.call).startswith("torch.load(f'{folder}")

from __future__ import annotations

import ast
from textwrap import dedent, indent

import pytest

from parsed_programs import module_of

HEAD = """
import torch.distributed as dist
from ray import train
from ray.train.collective import barrier
rank = train.get_context().get_world_rank()
def everyone():
    barrier()
def loop(config):
"""


def same(body: str, kind: str = "barrier") -> bool:
    module = module_of(HEAD + indent(dedent(body), "    "))
    traces = module.traces
    assert traces is not None
    return traces.same(module.functions[-1], kind)


@pytest.mark.parametrize(
    "body",
    [
        "barrier()",
        "if rank == 0:\n    print(rank)\nbarrier()",
        "if rank != 0:\n    barrier()\nprint()\nif rank == 0:\n    barrier()",
        "if rank == 0:\n    barrier()\nelse:\n    everyone()",
        "if rank == 0:\n    barrier()\n    return\nbarrier()",
        "if config:\n    barrier()\n    return\nbarrier()\nbarrier()",
        "for i in range(3):\n    if rank == 0:\n        print()\n    barrier()",
        "for i in range(3):\n    if config:\n        break\n    barrier()",
        "try:\n    barrier()\nexcept OSError:\n    barrier()",
        "barrier() if rank == 0 else everyone()",
        "match config:\n    case 1:\n        barrier()",
        "with open('a') as file:\n    barrier()",
        "if rank == 0:\n    dist.barrier()",
        "if rank == 0:\n    for i in range(3):\n        dist.barrier()\nbarrier()",
        "f = lambda: barrier()",
        "def inner():\n    barrier()",
    ],
)
def test_ranks_that_meet_in_the_same_way(body: str) -> None:
    assert same(body)


@pytest.mark.parametrize(
    "body",
    [
        "if rank == 0:\n    barrier()",
        "if rank == 0:\n    everyone()",
        "if rank != 0:\n    return\nbarrier()",
        "if rank != 0:\n    raise SystemExit\nbarrier()",
        "for i in range(3):\n    if rank == 0:\n        break\n    barrier()",
        "for i in range(3):\n    if rank == 0:\n        continue\n    barrier()",
        "rank == 0 and barrier()",
        "barrier() if rank == 0 else None",
        "if rank == 0:\n    barrier()\nelse:\n    if config:\n        barrier()",
        "while True:\n    if rank == 0:\n        return\n    everyone()",
    ],
)
def test_ranks_that_do_not(body: str) -> None:
    assert not same(body)


def test_a_function_that_calls_itself_is_walked_once() -> None:
    assert same("loop(config)\nbarrier()")


def test_the_first_ranks_and_the_last_stand_for_all() -> None:
    text = HEAD + "    if rank == 15:\n        barrier()\n"
    text += "from ray.train.torch import TorchTrainer\nfrom ray.train import ScalingConfig\n"
    text += "TorchTrainer(loop, scaling_config=ScalingConfig(num_workers=16))"
    traces = module_of(text).traces
    assert traces is not None
    assert traces.tried == [0, 1, 2, 15]


def test_one_rank_stands_for_all_where_nothing_asks_which_it_is() -> None:
    traces = module_of(HEAD + "    if config:\n        barrier()\n").traces
    assert traces is not None
    assert traces.tried == [0]


@pytest.mark.parametrize(
    ("body", "pair"),
    [
        ("if rank == 0:\n    barrier()\n    dist.barrier()\nelse:\n    dist.barrier()\n    everyone()", True),
        ("if rank == 0:\n    barrier()\n    dist.barrier()\nelse:\n    everyone()\n    dist.barrier()", False),
        ("if rank == 0:\n    barrier()\nelse:\n    dist.barrier()", False),
        ("if config:\n    barrier()\n    dist.barrier()\nelse:\n    dist.barrier()\n    barrier()", False),
    ],
)
def test_branches_in_another_order(body: str, pair: bool) -> None:
    module = module_of(HEAD + indent(body, "    "))
    assert module.traces is not None
    condition = module.index.all(ast.If)[0]
    assert module.traces.other_order(condition) == (("barrier", "dist.barrier") if pair else None)


PAIRED = """
import torch.distributed as dist
rank = dist.get_rank()
def before():
    if rank != 0:
        dist.barrier()
def after():
    if rank == 0:
        dist.barrier()
class First:
    def __enter__(self):
        if rank != 0:
            dist.barrier()
    def __exit__(self, *error):
        if rank == 0:
            dist.barrier()
"""


@pytest.mark.parametrize(
    ("loop", "fine"),
    [
        ("def loop():\n    before()\n    after()", True),
        ("def loop():\n    before()", False),
        ("before()\nafter()", False),
        ("", False),
    ],
)
def test_helpers_may_make_up_for_each_other(loop: str, fine: bool) -> None:
    module = module_of(PAIRED + loop)
    assert module.traces is not None
    assert module.traces.same(module.functions[0], "dist.barrier") is fine


def test_the_two_ends_of_a_with_make_up_for_each_other() -> None:
    module = module_of(PAIRED)
    assert module.traces is not None
    assert module.traces.same(module.functions[2], "dist.barrier")

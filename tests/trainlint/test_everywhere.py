from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.everywhere import every_rank, is_same_on_all_ranks

HEAD = """
from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer
rank = train.get_context().get_world_rank()
def loop():
    {body}
def helper():
    mark()
{rest}
TorchTrainer(loop, scaling_config=ScalingConfig(num_workers={workers}))
Checkpoint("/tmp/a")
"""


def program(body: str, workers: str = "2", rest: str = "") -> str:
    return HEAD.format(body=body.replace("\n", "\n    "), workers=workers, rest=rest)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("helper()", True),
        ("if epoch == 0:\n    helper()", True),
        ("if rank == 0:\n    helper()", False),
        ("helper() if rank == 0 else None", False),
        ("if rank == 0:\n    return\nhelper()", False),
        ("if rank == 0:\n    helper()\nelse:\n    helper()", False),
    ],
)
def test_a_call_that_no_condition_on_the_rank_keeps_away_is_made_by_all(body: str, expected: bool) -> None:
    module = module_of(program(body))
    everywhere = every_rank(module)
    assert everywhere is not None
    (call,) = module.index.calls_named("mark")
    assert everywhere.do(call) is expected


def test_one_worker_has_nobody_to_get_in_the_way_of() -> None:
    assert every_rank(module_of(program("pass", "1"))) is None
    unknown = every_rank(module_of(program("pass", "number()")))
    assert unknown is not None
    assert unknown.loops() == []


def test_a_loop_that_chooses_its_checkpoint_by_rank_is_left_out() -> None:
    chosen = every_rank(module_of(program("train.report({}, checkpoint=it if rank == 0 else None)")))
    alike = every_rank(module_of(program("train.report({}, checkpoint=it)")))
    assert chosen is not None
    assert alike is not None
    assert (len(chosen.loops()), len(alike.loops())) == (0, 1)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("'/tmp/a'", True),
        ("f'/tmp/{epoch}'", True),
        ("f'/tmp/{rank}'", False),
        ("f'/tmp/{name()}'", False),
        ("folder", False),
    ],
)
def test_a_path_is_the_same_on_all_ranks_where_nothing_else_is_in_it(path: str, expected: bool) -> None:
    module = module_of(f"for epoch in range(3):\n    use({path})")
    (call,) = module.index.calls_named("use")
    assert isinstance(call, ast.Call)
    assert is_same_on_all_ranks(module, call.args[0]) is expected

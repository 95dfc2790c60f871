from __future__ import annotations

import textwrap

import pytest

from parsed_programs import module_of
from trainlint.certainty import surely_runs
from trainlint.loop import TrainLoop

HEAD = """
import contextlib
from ray import train
def helper(x): return mark(x)
"""


def runs(body: str) -> bool:
    text = HEAD + "def train_loop(config):\n" + textwrap.indent(textwrap.dedent(body), "    ")
    module = module_of(text)
    loop = TrainLoop(module, next(f for f in module.functions if getattr(f, "name", "") == "train_loop"))
    (call,) = loop.index.calls_named("mark")
    return surely_runs(loop, call)


@pytest.mark.parametrize(
    "body",
    [
        "mark(1)",
        "for epoch in range(3):\n    mark(epoch)",
        "with open('x'):\n    mark(1)",
        "if mark(1):\n    pass",
        "x = mark(1) and config",
        "x = [mark(n) for n in range(3)]",
        "x = [n for n in mark(3) if n]",
        "try:\n    pass\nfinally:\n    mark(1)",
        "try:\n    mark(1)\nfinally:\n    pass",
        "for epoch in range(3):\n    if epoch % 2 == 0:\n        mark(1)",
        "if train.get_context().get_world_rank() == 0:\n    mark(1)",
        "rank = train.get_context().get_world_rank()\nif rank == 0:\n    mark(1)",
        "helper(1)",
    ],
)
def test_what_surely_runs(body: str) -> None:
    assert runs(body)


@pytest.mark.parametrize(
    "body",
    [
        "if config['x']:\n    mark(1)",
        "if not config:\n    pass\nelse:\n    mark(1)",
        "while config:\n    mark(1)",
        "x = config and mark(1)",
        "x = mark(1) if config else 0",
        "x = [mark(n) for n in range(3) if n]",
        "x = [n for n in range(3) if mark(n)]",
        "try:\n    mark(1)\nexcept KeyError:\n    pass",
        "try:\n    pass\nexcept KeyError:\n    mark(1)",
        "with contextlib.suppress(KeyError):\n    mark(1)",
        "if config:\n    return\nmark(1)",
        "match config:\n    case {}:\n        mark(1)",
        "if config:\n    helper(1)",
        "config['f'] = helper",
        "config['f'] = lambda: mark(1)",
        "for epoch in range(3):\n    if epoch and config:\n        mark(1)",
    ],
)
def test_what_may_not_run(body: str) -> None:
    assert not runs(body)

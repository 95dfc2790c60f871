from __future__ import annotations

import json

import pytest

from trainlint.diagnostic import Diagnostic
from trainlint.engine import examine, lint
from trainlint.module import Module
from trainlint.reading import LastRead
from trainlint.source import Source

PROGRAM = """import torch
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def step(model):
    loss = model(torch.randn(8, 4)).square().mean()
    loss.backward()
    return loss.item()

def train_loop():
    model = torch.nn.Linear(4, 1)
    optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
    loss = step(model)
    optimizer.zero_grad()
    optimizer.step()
    if train.get_context().get_world_rank() == 0:
        train.report({"loss": loss})

TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=4)).fit()
"""


def read(last: LastRead, text: str) -> Module:
    module = last.read(Source(text), None)
    assert isinstance(module, Module)
    return module


def test_what_is_typed_has_the_findings_that_a_fresh_look_has() -> None:
    last = LastRead()
    texts = [PROGRAM]
    for typed in (
        "import os\n",
        "# a comment\n",
        "global_step = 0\n",
        "def count():\n    global global_step\n\n",
        "x = (",
        "",
    ):
        at = len(texts) % 2 * PROGRAM.index("def train_loop")
        texts.append(PROGRAM[:at] + typed + PROGRAM[at:])
    texts += [
        PROGRAM.replace("num_workers=4", "num_workers=1"),
        PROGRAM.replace("model(torch", "missing(torch"),
        PROGRAM,
    ]
    for text in texts:
        assert examine(text, last=last)[0] == lint(text)


def test_a_statement_that_stays_is_not_read_again() -> None:
    last = LastRead()
    step = read(last, PROGRAM).tree.body[4]
    module = read(last, "\n" + PROGRAM)
    assert module.tree.body[4] is step
    assert step.lineno == 7
    assert module.parent(step) is module.tree


def test_half_a_word_does_not_lose_what_is_known() -> None:
    last = LastRead()
    step = read(last, PROGRAM).tree.body[4]
    assert isinstance(last.read(Source(PROGRAM.replace("lr=0.1)", "lr=")), None), Diagnostic)
    assert read(last, PROGRAM.replace("lr=0.1", "lr=0.2")).tree.body[4] is step


def test_a_read_that_is_interrupted_leaves_nothing_half_done(monkeypatch: pytest.MonkeyPatch) -> None:
    last = LastRead()
    step = read(last, PROGRAM).tree.body[4]

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr("trainlint.reading.Module", interrupted)
        with pytest.raises(KeyboardInterrupt):
            last.read(Source("\n" + PROGRAM), None)
    module = read(last, "\n\n" + PROGRAM)
    assert module.tree.body[4] is not step
    found, _ = examine("\n\n" + PROGRAM, last=last)
    assert json.dumps([one.to_dict() for one in found]) == json.dumps([one.to_dict() for one in lint("\n\n" + PROGRAM)])


def test_what_is_forgotten_is_read_anew() -> None:
    last = LastRead()
    step = read(last, PROGRAM).tree.body[4]
    last.forget()
    assert read(last, PROGRAM).tree.body[4] is not step

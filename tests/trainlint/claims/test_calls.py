"""The claim `calls`."""

from __future__ import annotations

import pytest

from claiming import PROGRAM, holds
from trainlint.claim import read_claim


@pytest.mark.parametrize(
    ("name", "within", "answer"),
    [
        ("ray.train.report", "loop", True),
        ("torch.save", "loop", True),
        ("torch.load", "loop", False),
        ("torch.load", "file", True),
        ("ray.train.torch.TorchTrainer", "loop", False),
        ("ray.train.get_checkpoint", "file", False),
    ],
)
def test_what_the_loop_reaches_counts_as_the_loop(name: str, within: str, answer: bool) -> None:
    assert holds(PROGRAM, kind="calls", name=name, within=within) is answer


def test_calls_are_counted() -> None:
    twice = PROGRAM.replace("    save(model)\n", "    model = train.torch.prepare_model(model)\n")
    claim = {"kind": "calls", "name": "ray.train.torch.prepare_model", "within": "loop"}
    assert holds(PROGRAM, **claim, at_most=1) is True
    assert holds(twice, **claim, at_most=1) is False
    assert holds(twice, **claim, at_least=2) is True
    assert holds(PROGRAM.replace("train.torch.prepare_model", ""), **claim, at_least=0, at_most=1) is True


def test_a_loop_that_is_not_in_the_file_does_not_tell() -> None:
    elsewhere = PROGRAM.replace("def loop(config):", "from mine import loop\ndef other(config):")
    assert holds(elsewhere, kind="calls", name="ray.train.report", within="loop") is None
    assert holds(elsewhere, kind="calls", name="ray.train.report") is True


def test_a_file_without_a_trainer_has_no_loop() -> None:
    assert (
        holds("from ray import train\ntrain.report({})\n", kind="calls", name="ray.train.report", within="loop")
        is False
    )


def test_it_says_how_often() -> None:
    claim = read_claim({"kind": "calls", "name": "a.b", "at_least": 2, "within": "loop"})
    assert claim.says == "`a.b` is called at least 2 times in the training loop"
    claim = read_claim({"kind": "calls", "name": "a.b", "at_least": 0, "at_most": 1})
    assert claim.says == "`a.b` is called at most once"
    assert claim.denies == "`a.b` is called more than once"

"""The claim `config`."""

from __future__ import annotations

import pytest

from claiming import PROGRAM, holds
from trainlint.claim import read_claim


@pytest.mark.parametrize(
    ("of", "name", "equals", "answer"),
    [
        ("FailureConfig", "max_failures", None, True),
        ("FailureConfig", "max_failures", 2, True),
        ("FailureConfig", "max_failures", 3, False),
        ("CheckpointConfig", "num_to_keep", None, False),
        ("ScalingConfig", "use_gpu", False, True),
        ("ScalingConfig", "num_workers", 4, True),
        ("TorchConfig", "backend", None, False),
        ("TorchTrainer", "datasets", None, False),
        ("TorchTrainer", "train_loop_config", None, True),
    ],
)
def test_it_is_found_through_what_holds_it(of: str, name: str, equals: object, answer: bool) -> None:
    given = {} if equals is None else {"equals": equals}
    assert holds(PROGRAM, kind="config", of=of, name=name, **given) is answer


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("FailureConfig(max_failures=2)", "FailureConfig(2)"),
        ("FailureConfig(max_failures=2)", "FailureConfig(**given)"),
        ("FailureConfig(max_failures=2)", "made_elsewhere()"),
        ("run_config=RunConfig(failure_config=failures, checkpoint_config=CheckpointConfig())", "**given"),
    ],
)
def test_what_is_out_of_sight_does_not_tell(before: str, after: str) -> None:
    assert holds(PROGRAM.replace(before, after), kind="config", of="FailureConfig", name="max_failures") is None


def test_none_is_no_configuration() -> None:
    source = PROGRAM.replace("failures = FailureConfig(max_failures=2)", "failures = None")
    assert holds(source, kind="config", of="FailureConfig", name="max_failures") is False


def test_it_says_of_what() -> None:
    claim = read_claim({"kind": "config", "of": "FailureConfig", "name": "max_failures"})
    assert claim.says == "the trainer's `FailureConfig` is given `max_failures`"
    claim = read_claim({"kind": "config", "of": "TorchTrainer", "name": "datasets"})
    assert claim.denies == "the trainer is not given `datasets`"

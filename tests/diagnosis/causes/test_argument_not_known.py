from __future__ import annotations

import inspect

import pytest

from allranks.diagnosis.causes.argument_not_known import _OF_RAY_TRAIN
from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        ("TypeError", "ScalingConfig.__init__() got an unexpected keyword argument 'n_workers'", "num_workers="),
        ("TypeError", "step() got an unexpected keyword argument 'loss'", "look up"),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "argument_not_known"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.mend} {diagnosis.sketch}"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(told("ValueError", "the learner's own words")) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("TypeError", "ScalingConfig.__init__() got an unexpected keyword argument 'n_workers'")

    assert diagnosis.cause == "argument_not_known"


@pytest.mark.ray
@pytest.mark.parametrize("name", _OF_RAY_TRAIN)
def test_what_is_said_to_be_taken_is_taken_by_the_ray_that_is_installed(name: str) -> None:
    import ray.train
    import ray.train.torch

    owner = ray.train if hasattr(ray.train, name) else ray.train.torch
    assert set(_OF_RAY_TRAIN[name]) <= set(inspect.signature(getattr(owner, name)).parameters)

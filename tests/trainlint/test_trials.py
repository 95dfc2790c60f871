from __future__ import annotations

import pytest

from parsed_programs import module_of
from trainlint.trials import trial_functions

HEAD = """
import functools
from ray import tune
from ray.train.torch import TorchTrainer
def helper(): pass
def loop(): helper()
def trial(config): helper()
def training(config): TorchTrainer(loop).fit()
"""


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", set()),
        ("tune.Tuner(trial)", {"trial", "helper"}),
        ("tune.Tuner(trainable=tune.with_resources(trial, {}))", {"trial", "helper"}),
        ("t = tune.with_parameters(functools.partial(trial), a=1)\ntune.Tuner(t)", {"trial", "helper"}),
        ("tune.Tuner(training)", {"training"}),
        ("tune.Tuner('PPO')", set()),
        ("tune.Tuner(imported)", set()),
    ],
)
def test_the_functions_of_a_trial_are_what_the_tuner_runs(text: str, names: set[str]) -> None:
    assert {getattr(function, "name", "") for function in trial_functions(module_of(HEAD + text))} == names

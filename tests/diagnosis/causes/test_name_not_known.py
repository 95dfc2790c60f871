from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        ("NameError", "name 'trian_loop' is not defined", "train_loop"),
        ("NameError", "name 'np' is not defined", "import numpy as np"),
        (
            "UnboundLocalError",
            "cannot access local variable 'loss' where it is not associated with a value",
            "never given a value",
        ),
        ("AttributeError", "'Fitter' object has no attribute 'optimiser'. Did you mean: 'optimizer'?", ".optimizer"),
        (
            "ImportError",
            "cannot import name 'prepare_dataloader' from 'ray.train.torch' (/ray/train/torch/__init__.py)",
            "prepare_data_loader",
        ),
        ("AttributeError", "module 'ray.train' has no attribute 'collective'", "Add `import ray.train.collective`"),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "name_not_known"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.mend} {diagnosis.sketch}"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(told("ValueError", "the learner's own words")) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("NameError", "name 'trian_loop' is not defined")

    assert diagnosis.cause == "name_not_known"

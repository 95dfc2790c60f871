from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "AttributeError",
            "The new `ray.train.Checkpoint` class does not support `from_dict()`. Instead, only "
            "directories are supported.",
            "Checkpoint.from_dict",
        ),
        ("AttributeError", "'Checkpoint' object has no attribute 'to_dict'", "Checkpoint.to_dict"),
        ("AttributeError", "'Checkpoint' object has no attribute 'uri'", "Checkpoint.uri"),
        ("TypeError", "report() got an unexpected keyword argument 'loss'", "report(loss=...)"),
        ("TypeError", "prepare_model() got an unexpected keyword argument 'ddp_kwargs'", "ddp_kwargs"),
        ("TypeError", "RunConfig.__init__() got an unexpected keyword argument 'local_dir'", "local_dir"),
        (
            "DeprecationWarning",
            "`RunConfig(verbose)` is deprecated. This configuration was a Ray Tune API",
            "RunConfig(verbose=...)",
        ),
        (
            "DeprecationWarning",
            "`checkpoint_frequency` is deprecated since it does not apply to user-defined training functions.",
            "checkpoint_frequency",
        ),
        ("ImportError", "cannot import name 'Checkpoint' from 'ray.air' (unknown location)", "ray.air.Checkpoint"),
        ("ModuleNotFoundError", "No module named 'ray.train.callbacks'", "ray.train.callbacks"),
        ("AttributeError", "module 'ray.train' has no attribute 'world_rank'", "ray.train.world_rank"),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "old_api"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("TypeError", "step() got an unexpected keyword argument 'loss'"),
        ("AttributeError", "'Net' object has no attribute 'uri'"),
        ("ImportError", "cannot import name 'x' from 'mine'"),
        ("DeprecationWarning", "old"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    [cause] = causes_of(told(error_type, message))

    assert cause != "old_api"


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("AttributeError", "'Checkpoint' object has no attribute 'to_dict'")

    assert diagnosis.cause == "old_api"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE

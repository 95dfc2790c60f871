from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import PROGRAM, FailingRun, causes_of, told

NOTHING = "'NoneType' object is not subscriptable"


def test_a_default_that_ray_train_left_as_it_is_explains_the_none() -> None:
    [diagnosis] = told("TypeError", NOTHING, source=PROGRAM.replace("(config):", "(config=None):"))

    assert diagnosis.cause == "config_ignored"
    assert "def train_loop(config):" in diagnosis.mend
    assert diagnosis.page == "rules/RTL211.html"


def test_a_loop_that_needs_its_configuration_was_given_it() -> None:
    assert causes_of(told("TypeError", NOTHING)) == ["worker_raised"]


def test_another_function_may_have_defaults() -> None:
    source = PROGRAM.replace("TorchTrainer(train_loop", "TorchTrainer(another")

    assert causes_of(told("TypeError", NOTHING, source=source.replace("(config):", "(config=None):"))) == [
        "worker_raised"
    ]


def test_a_run_that_went_on_with_its_default_gets_advice() -> None:
    story = FailingRun(PROGRAM).linted("RTL211", 10).workers(1).ends("completed", 0)

    [diagnosis] = diagnose(story.records())

    assert (diagnosis.cause, diagnosis.advice) == ("config_ignored", True)
    assert diagnosis.where is not None
    assert diagnosis.where.line == 10

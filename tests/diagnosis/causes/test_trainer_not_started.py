from __future__ import annotations

import pytest

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of

MADE = "from ray.train.torch import TorchTrainer\n\ntrainer = TorchTrainer(train_loop)\n"


def ended(source: str) -> FailingRun:
    return FailingRun(source).ends("completed", 0)


def test_a_fit_that_is_named_and_not_called_is_told_with_its_line() -> None:
    [diagnosis] = diagnose(ended(f"{MADE}trainer.fit\n").linted("RTL227", 4).records())

    assert (diagnosis.cause, diagnosis.advice) == ("trainer_not_started", True)
    assert diagnosis.title == "Line 4 names `fit` and does not call it: no training was started"
    assert diagnosis.where is not None
    assert diagnosis.where.text == "trainer.fit"
    assert any("RTL227" in line for line in diagnosis.evidence)


def test_a_trainer_that_nobody_starts_is_told_with_its_line() -> None:
    [diagnosis] = diagnose(ended(MADE).records())

    assert diagnosis.title == "The trainer of line 3 was never started"


@pytest.mark.parametrize(
    "story",
    [
        FailingRun(f"{MADE}trainer.fit()\n").workers(2).ends("completed", 0),
        ended("print('no trainer')\n"),
        ended("SFTTrainer(model).train()\n"),
        FailingRun(MADE).ends("cancelled", None),
    ],
    ids=["it was started", "there is none", "one of another library", "it was stopped"],
)
def test_a_program_that_started_one_or_has_none_is_another_matter(story: FailingRun) -> None:
    assert "trainer_not_started" not in causes_of(diagnose(story.records()))

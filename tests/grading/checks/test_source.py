"""The kind `source`."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from allranks.grading import Judgement, Observed
from allranks.grading.checks.source import Source
from stories import Story

CLAIM = {"kind": "calls", "name": "ray.train.report"}
REPORTS = "from ray import train\ntrain.report({})\n"


def judge(source: str | None) -> Judgement:
    return Source.model_validate({"claim": CLAIM}).judge(Observed(Story().ended("cancelled").records(source=source)))


def test_a_file_in_which_the_claim_holds_passes_whatever_became_of_the_run() -> None:
    judgement = judge(REPORTS)
    assert judgement.outcome == "passed"
    assert judgement.sentence == "In the file, `ray.train.report` is called."


def test_a_file_in_which_it_does_not_fails() -> None:
    judgement = judge("from ray import train\n# train.report({})\n")
    assert judgement.outcome == "failed"
    assert judgement.sentence == "In the file, `ray.train.report` is not called."


@pytest.mark.parametrize("source", [None, "train.report(\n"])
def test_what_cannot_be_read_is_not_judged(source: str | None) -> None:
    assert judge(source).outcome == "not_judged"


def test_it_rests_on_the_source() -> None:
    assert Source.basis == "source"


@pytest.mark.parametrize("claim", [{}, {"kind": "magic"}, {"kind": "calls"}, {"kind": "calls", "name": 3}])
def test_a_claim_that_cannot_be_made_is_refused(claim: dict[str, object]) -> None:
    with pytest.raises(ValidationError, match="expected"):
        Source.model_validate({"claim": claim})

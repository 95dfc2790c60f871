"""What every kind of check has in common."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from allranks.grading import Observed
from allranks.grading.checks.model_prepared import ModelPrepared
from allranks.grading.checks.world_size import WorldSize
from allranks.protocol import End
from stories import Story


@pytest.mark.parametrize(
    ("end", "outcome"), [("completed", "failed"), ("time_limit", "failed"), ("cancelled", "not_judged")]
)
def test_what_did_not_show_fails_only_when_it_had_its_chance(end: End, outcome: str) -> None:
    judgement = ModelPrepared().unseen(Observed(Story().ended(end).records()), "Nothing was prepared.", ["rank 0"])
    assert judgement.outcome == outcome
    assert judgement.sentence.endswith("Nothing was prepared.")
    assert judgement.evidence == ["rank 0"]


def test_a_check_takes_its_own_parameters_and_no_others() -> None:
    assert WorldSize.model_validate({"world_size": 2}) == WorldSize(world_size=2)
    with pytest.raises(ValidationError):
        ModelPrepared.model_validate({"world_size": 2})

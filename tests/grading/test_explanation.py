"""The text after a pass."""

from __future__ import annotations

import pytest

from allranks.catalog import Catalog, default_exercises_folder
from allranks.grading import accept, grade
from allranks.grading.explanation import explain
from allranks.grading.observed import Observed
from allranks.protocol import BadExercise, Exercise
from stories import Story, solved


@pytest.fixture(scope="module")
def train01() -> Exercise:
    return Catalog.read(default_exercises_folder()).get("train01")


def test_it_is_told_with_the_runs_own_numbers() -> None:
    observed = Observed(Story().group(3).epochs([0, 1, 2], [1.0, 0.25]).ended().records())
    assert explain("Among {world_size}:\n{first_loss} to {last_loss}.", observed) == "Among 3:\n1 to 0.25."


def test_a_paragraph_without_its_fact_is_left_out_and_the_others_stay() -> None:
    observed = Observed(Story().group(3).ended().records())
    assert explain("{kills} kills.\n\n{world_size} ranks.\n\nWell done.", observed) == "3 ranks.\n\nWell done."


def test_only_who_passes_is_told(train01: Exercise) -> None:
    passed = grade(train01.id, train01.checks, solved().records(source=train01.solution), train01.explanation)
    failed = grade(train01.id, train01.checks, Story().group(4).ended().records(), train01.explanation)
    assert "Ray started 4 processes" in passed.explanation
    assert failed.explanation == ""


def test_a_name_that_is_no_fact_is_refused(train01: Exercise) -> None:
    wrong = train01.model_copy(update={"explanation": "It took {hours} hours."})
    with pytest.raises(BadExercise, match=r"passed\.md: \{hours\}"):
        accept(wrong)

"""The verdict on train01, from event logs as its answers leave them."""

from __future__ import annotations

import logging

import pytest

from allranks.catalog import Catalog, default_exercises_folder
from allranks.grading import accept, grade
from allranks.grading.checks.world_size import WorldSize
from allranks.grading.grade import kinds
from allranks.protocol import BadExercise, CheckSpec, Exercise, Verdict
from stories import Story, solved

EVERYONE = range(4)
FALLING = [2.0 / (epoch + 1) ** 2 for epoch in range(10)]


@pytest.fixture(scope="module")
def train01() -> Exercise:
    return Catalog.read(default_exercises_folder()).get("train01")


def verdict_of(exercise: Exercise, story: Story) -> Verdict:
    return grade(exercise.id, exercise.checks, story.records(source=exercise.solution))


def with_outcome(verdict: Verdict, outcome: str) -> list[str]:
    return [check.check_id for check in verdict.checks if check.outcome == outcome]


def test_the_solutions_log_passes_every_check(train01: Exercise) -> None:
    verdict = verdict_of(train01, solved())
    assert verdict.passed
    assert with_outcome(verdict, "passed") == [check.id for check in train01.checks]


@pytest.mark.parametrize(
    ("story", "fails"),
    [
        (Story().group(2).prepared([0, 1]).epochs([0, 1], FALLING).group_ended().ended(), "four-workers"),
        (Story().group(4).epochs(EVERYONE, FALLING).group_ended().ended(), "prepared"),
        (Story().group(4).prepared(EVERYONE).epochs(EVERYONE, [0.01]).group_ended().ended(), "reports"),
        (Story().group(4).prepared(EVERYONE).epochs(EVERYONE, [2.0] * 10).group_ended().ended(), "loss"),
        (
            Story()
            .group(4)
            .prepared(EVERYONE)
            .epochs(EVERYONE, FALLING)
            .group_ended()
            .raised()
            .ended("program_failed", 1),
            "completed",
        ),
    ],
    ids=["two-workers", "model-not-prepared", "one-report-at-the-end", "loss-stays-high", "reads-result-metrics"],
)
def test_a_wrong_answers_log_fails_exactly_its_check(train01: Exercise, story: Story, fails: str) -> None:
    verdict = verdict_of(train01, story)
    assert not verdict.passed
    assert with_outcome(verdict, "failed") == [fails]
    assert with_outcome(verdict, "not_judged") == []


def test_a_run_that_was_stopped_fails_nothing_and_does_not_pass(train01: Exercise) -> None:
    verdict = verdict_of(train01, Story().group(4).ended("cancelled", None))
    assert not verdict.passed
    assert with_outcome(verdict, "failed") == []
    assert with_outcome(verdict, "passed") == ["four-workers", "reports-itself"]


def test_a_program_that_raises_at_once_fails_only_to_complete(train01: Exercise) -> None:
    verdict = verdict_of(train01, Story().raised("NameError").ended("program_failed", 1))
    assert with_outcome(verdict, "failed") == ["completed"]


def test_no_records_and_no_checks_pass_nothing(train01: Exercise) -> None:
    assert not verdict_of(train01, Story()).passed
    assert not grade("train01", [], solved().records()).passed


def test_every_kind_is_found_by_listing_its_folder() -> None:
    assert set(kinds()) >= {
        "metric_below",
        "model_prepared",
        "program_completed",
        "reported_every_epoch",
        "world_size",
    }


def test_a_check_that_raises_costs_the_others_nothing(
    train01: Exercise, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    class Broken(WorldSize):
        def judge(self, observed: object) -> object:  # type: ignore[override]  # it never gets to return
            raise ZeroDivisionError

    monkeypatch.setitem(kinds(), "world_size", Broken)
    with caplog.at_level(logging.ERROR):
        verdict = verdict_of(train01, solved())
    assert with_outcome(verdict, "not_judged") == ["four-workers"]
    assert len(with_outcome(verdict, "passed")) == len(train01.checks) - 1
    assert "four-workers" in caplog.text


@pytest.mark.parametrize(
    ("kind", "parameters", "named"),
    [
        ("word_size", {}, "kind: 'word_size'"),
        ("world_size", {}, "world_size: nothing"),
        ("world_size", {"world_size": "4"}, "world_size: '4'"),
        ("world_size", {"world_size": 0}, "world_size: 0"),
        ("world_size", {"world_size": 4, "size": 4}, "size: 4"),
        ("reported_every_epoch", {"reports": 3, "metrics": [1]}, "metrics.0: 1"),
    ],
)
def test_a_check_that_cannot_be_built_is_refused(train01: Exercise, kind: str, parameters: dict, named: str) -> None:  # type: ignore[type-arg]  # JSON of any shape
    spec = CheckSpec(id="odd", kind=kind, title="Odd", parameters=parameters)
    with pytest.raises(BadExercise) as caught:
        accept(train01.model_copy(update={"checks": [spec]}))
    assert caught.value.came == f"the check 'odd': {named}"


def test_each_check_says_what_it_rests_on(train01: Exercise) -> None:
    bases = {check.check_id: check.basis for check in verdict_of(train01, solved()).checks}
    assert (bases.pop("completed"), bases.pop("reports-itself")) == ("observed", "source")
    assert set(bases.values()) == {"reported"}


def test_a_check_that_cannot_be_built_rests_on_nothing_better_than_words() -> None:
    (result,) = grade("train01", [CheckSpec(id="odd", kind="no_such_kind", title="Odd")], solved().records()).checks
    assert (result.outcome, result.basis) == ("not_judged", "reported")

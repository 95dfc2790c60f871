from __future__ import annotations

from allranks.diagnosis import diagnose
from failing_runs import FailingRun, causes_of

SOURCE = "def train_loop(config):\n    loss.backward()\n"


def run(hashes: dict[int, str], reduced: int = 0, wrapper: str | None = None) -> FailingRun:
    story = FailingRun(SOURCE).workers(len(hashes))
    if wrapper:
        story.prepared(list(hashes), wrapper)
    for rank, parameters in hashes.items():
        story.stepped(rank, 0, parameters, all_reduces=1 if reduced else 0, reduced=reduced).reports(rank, step=0)
    story.ends("completed", 0)
    return story


def test_ranks_without_a_wrapper_train_each_for_itself() -> None:
    [diagnosis] = diagnose(run({0: "aa", 1: "bb"}).records())

    assert diagnosis.cause == "ranks_part"
    assert "none was wrapped" in diagnosis.title
    assert diagnosis.where is not None
    assert diagnosis.where.line == 2
    assert diagnosis.page == "rules/RTL101.html"
    assert diagnosis.advice


def test_a_wrapper_that_is_gone_past_is_told_apart() -> None:
    [diagnosis] = diagnose(run({0: "aa", 1: "bb"}, wrapper="DistributedDataParallel").records())

    assert "although it was wrapped" in diagnosis.title
    assert "no_sync" in diagnosis.what_happened


def test_gradients_that_were_averaged_leave_other_reasons() -> None:
    [diagnosis] = diagnose(run({0: "aa", 1: "bb"}, 20, "DistributedDataParallel").records())

    assert "different all the same" in diagnosis.title
    assert diagnosis.page is None


def test_a_change_on_some_ranks_that_the_linter_saw_is_the_line() -> None:
    story = run({0: "aa", 1: "bb"}, 20, "DistributedDataParallel").linted("RTL119", 1)

    [diagnosis] = diagnose(story.records())

    assert diagnosis.where is not None
    assert diagnosis.where.line == 1
    assert diagnosis.page is not None
    assert any("RTL119" in line for line in diagnosis.evidence)
    assert "none was wrapped" not in diagnosis.title


def test_equal_weights_are_as_they_should_be() -> None:
    assert causes_of(diagnose(run({0: "aa", 1: "aa"}).records())) == []


def test_a_model_that_is_divided_among_the_ranks_differs_by_design() -> None:
    story = run({0: "aa", 1: "bb"}, wrapper="FullyShardedDataParallel")

    assert causes_of(diagnose(story.records())) == []


def test_weights_that_could_not_be_compared_say_nothing() -> None:
    assert causes_of(diagnose(run({0: "", 1: "bb"}).records())) == []


def test_a_metric_that_was_averaged_is_no_gradient() -> None:
    [diagnosis] = diagnose(run({0: "aa", 1: "bb"}, 8, "DistributedDataParallel").records())

    assert "although it was wrapped" in diagnosis.title

"""The kind `model_prepared`."""

from __future__ import annotations

from allranks.grading import Judgement, Observed
from allranks.grading.checks.model_prepared import ModelPrepared
from stories import Story


def judge(story: Story) -> Judgement:
    return ModelPrepared().judge(Observed(story.records()))


def test_a_wrapped_model_on_every_rank_passes() -> None:
    for wrapper in ("DistributedDataParallel", "FullyShardedDataParallel"):
        judgement = judge(Story().group(2).prepared([0, 1], wrapper).group_ended().ended())
        assert judgement.outcome == "passed"
        assert judgement.evidence == [f"rank 0: {wrapper}, 5 parameters", f"rank 1: {wrapper}, 5 parameters"]


def test_the_rank_that_did_not_call_it_is_named() -> None:
    judgement = judge(Story().group(3).prepared([0, 2]).group_ended().ended())
    assert judgement.outcome == "failed"
    assert judgement.sentence == "prepare_model was not called on rank 1."
    assert judgement.evidence[1] == "rank 1: prepare_model was not called"


def test_a_model_that_came_back_bare_fails() -> None:
    judgement = judge(Story().group(1).prepared([0], "Linear").group_ended().ended())
    assert judgement.outcome == "failed"
    assert "nothing to wrap" in judgement.sentence


def test_an_earlier_attempt_does_not_count() -> None:
    story = Story().group(2).prepared([0, 1]).rank_raised(0).group_ended().group(2).group_ended().ended()
    assert judge(story).outcome == "failed"


def test_a_loop_that_raised_first_is_not_judged() -> None:
    judgement = judge(Story().group(2).rank_raised(1).group_ended().raised().ended("program_failed", 1))
    assert judgement.outcome == "not_judged"
    assert "rank 1 ended with ValueError" in judgement.sentence


def test_a_program_that_fails_after_training_had_its_chance() -> None:
    assert judge(Story().group(2).group_ended().raised().ended("program_failed", 1)).outcome == "failed"


def test_a_program_that_used_up_its_time_had_its_chance() -> None:
    assert judge(Story().group(2).ended("time_limit", None)).outcome == "failed"


def test_no_worker_group_means_no_model() -> None:
    assert judge(Story().ended()).outcome == "failed"
    assert judge(Story().raised().ended("program_failed", 1)).outcome == "not_judged"

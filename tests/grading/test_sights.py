"""Where on the page the evidence of failed checks can be seen."""

from __future__ import annotations

import sys

import pytest

from allranks.grading import Observed
from allranks.grading.check import Check
from allranks.grading.checks.checkpoints_pruned import CheckpointsPruned
from allranks.grading.checks.each_row_once import EachRowOnce
from allranks.grading.checks.global_mean import GlobalMean
from allranks.grading.checks.loss_continues import LossContinues
from allranks.grading.checks.metric_below import MetricBelow
from allranks.grading.checks.metric_equals import MetricEquals
from allranks.grading.checks.model_prepared import ModelPrepared
from allranks.grading.checks.order_differs import OrderDiffers
from allranks.grading.checks.ranks_in_step import RanksInStep
from allranks.grading.checks.reported_every_epoch import ReportedEveryEpoch
from allranks.grading.checks.same_steps import SameSteps
from allranks.grading.checks.survived_kills import SurvivedKills
from allranks.grading.checks.whole_on_each_rank import WholeOnEachRank
from allranks.grading.grade import kinds
from allranks.protocol import FaultInjected, Sight
from reading_stories import two_ranks
from recovery_stories import Recovery
from step_stories import observed
from stories import Story

WITHOUT_A_PLACE = {"source", "holds_again"}
"""They speak of the file, and of a run that is not on the page."""


def seen(check: Check, story: Story) -> list[Sight]:
    judgement = check.judge(Observed(story.records(source="")))
    assert judgement.outcome == "failed", judgement.sentence
    return list(judgement.sights)


def finished(story: Story) -> Story:
    return story.group_ended().ended()


def parted() -> Story:
    story = observed(Story().group(2), 0, {0: 1.0, 1: 2.0}).report([0, 1], loss=1.5)
    observed(story, 1, {0: 1.0}, weights="a")
    observed(story, 1, {1: 2.0}, weights="c").report([0, 1], loss=1.5)
    return finished(story)


def killed() -> Story:
    story = Story().group(2).report([0, 1], loss=1.0)
    story.events.append(FaultInjected(attempt=1, rank=1, action="kill", by="plan", reports=1, seconds=0.0))
    return story.group_ended().ended("program_failed", 1)


def read(*passes: tuple[list[int], list[int]]) -> Story:
    story = two_ranks()
    for epoch, (first, second) in enumerate(passes):
        story = story.read(0, first, epoch=epoch).read(1, second, epoch=epoch)
    return finished(story)


@pytest.mark.parametrize(
    ("check", "story", "expected"),
    [
        (
            MetricBelow(metric="loss", target=0.5),
            finished(Story().group(2).epochs([0], [0.1]).epochs([1], [0.9])),
            {"panel": "curves", "rank": 1, "attempt": 1, "index": 0, "name": "loss", "seconds": 7.0},
        ),
        (
            MetricEquals(metric="cpus", value=3.0),
            finished(Story().group(1).report([0], cpus=2)),
            {"panel": "curves", "rank": 0, "attempt": 1, "index": 0, "name": "cpus", "seconds": 6.0},
        ),
        (ModelPrepared(), finished(Story().group(2).prepared([0])), {"panel": "ranks", "rank": 1}),
        (
            ReportedEveryEpoch(reports=2),
            finished(Story().group(2).report([0, 1], loss=1.0).report([0], loss=1.0)),
            {"panel": "curves", "rank": 1, "attempt": 1, "index": 0, "seconds": 7.0},
        ),
        (ReportedEveryEpoch(reports=2), finished(Story().group(1)), {"panel": "ranks", "rank": 0}),
        (
            EachRowOnce(dataset="train", rows=4),
            read(([0, 1], [2, 3]), ([0, 1], [1, 3])),
            {"panel": "shard_map", "name": "train", "index": 1, "row": 1},
        ),
        (
            WholeOnEachRank(dataset="train", rows=2),
            read(([0, 1], [0])),
            {"panel": "shard_map", "name": "train", "index": 0, "rank": 1},
        ),
        (
            OrderDiffers(datasets=("train",)),
            read(([0, 1], [2, 3]), ([0, 1], [3, 2])),
            {"panel": "shard_map", "name": "train", "index": 1, "rank": 0},
        ),
        (
            RanksInStep(),
            parted(),
            {"panel": "gradient_sync", "attempt": 1, "index": 1, "rank": 1, "seconds": 11.0},
        ),
        (
            GlobalMean(metric="loss", tolerance=0.01),
            finished(observed(Story().group(2), 0, {0: 1.0, 1: 2.0}).report([0, 1], loss=9.0)),
            {"panel": "curves", "name": "loss", "attempt": 1, "index": 0, "seconds": 6.0},
        ),
        (SurvivedKills(kills=1), killed(), {"panel": "curves", "rank": 1, "attempt": 1, "seconds": 8.0}),
        (CheckpointsPruned(keep=1), finished(Story().group(1)), {"panel": "checkpoints"}),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Check) else None,
)
def test_the_first_place_to_look_at(check: Check, story: Story, expected: dict[str, object]) -> None:
    assert seen(check, story)[0].model_dump(exclude_none=True) == expected


def test_an_attempt_that_began_wrongly_is_seen_where_it_begins() -> None:
    story = Recovery().attempt_from(None).trains(2).attempt_from(1, loads=()).trains(2, losses=[9.0] * 20)
    first, second = seen(LossContinues(metric="loss", tolerance=0.1), finished(story))
    assert (first.panel, first.attempt, second.panel) == ("curves", 2, "checkpoints")
    assert first.seconds is not None


def test_ranks_that_took_unequal_batches_are_seen_in_the_shard_map() -> None:
    story = finished(two_ranks().read(0, [0, 1, 2, 3], batches=2).read(1, [4, 5], batches=1))
    (place,) = seen(SameSteps(datasets=("train",)), story)
    assert (place.panel, place.name, place.index, place.rank) == ("shard_map", "train", 0, 1)


def test_every_other_kind_names_a_place() -> None:
    silent = {kind for kind, check in kinds().items() if "Sight" not in vars(sys.modules[check.__module__])}
    assert silent == WITHOUT_A_PLACE | {"loss_continues", "resumed_at_checkpoint", "state_restored"}, (
        "the last three leave it to `judge_restarts`"
    )

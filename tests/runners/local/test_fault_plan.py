"""When planned faults come."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from allranks.protocol import (
    CheckpointSaved,
    Event,
    Fault,
    MetricsReported,
    PlannedFault,
    WorkerGroupEnded,
    WorkerGroupStarted,
)
from allranks.runners.local.fault_plan import FaultPlan, Progress
from stories import Story


class Watched:
    """A plan that sees a story go by, and what was due at which event of it."""

    def __init__(self, *planned: PlannedFault, chosen: int = 0) -> None:
        self.asked: list[Sequence[int]] = []
        self.progress = Progress()
        self.plan = FaultPlan(planned, self._choose)
        self._chosen = chosen

    def _choose(self, ranks: Sequence[int]) -> int:
        self.asked.append(ranks)
        return ranks[self._chosen]

    def see(self, story: Story) -> list[tuple[Event, Fault]]:
        due: list[tuple[Event, Fault]] = []
        for event in story.events:
            self.progress.take(event)
            due += [(event, fault) for fault in self.plan.due(event, self.progress)]
        return due


def saved(story: Story, index: int) -> Story:
    story.events.append(
        CheckpointSaved(attempt=story.attempt, index=index, name=f"checkpoint_{index}", metrics={"loss": 0.5})
    )
    return story


def kill(**fields: object) -> PlannedFault:
    return PlannedFault.model_validate({"action": "kill", "rank": 1, **fields})


def moment(due: list[tuple[Event, Fault]]) -> list[tuple[int, int, int, int]]:
    """Attempt, rank and index of the report, and the rank that is hit."""
    return [
        (event.attempt, event.rank, event.index, fault.rank)
        for event, fault in due
        if isinstance(event, MetricsReported)
    ]


def test_a_fault_comes_at_the_ranks_own_report_and_once() -> None:
    watched = Watched(kill(at_report=3))
    assert moment(watched.see(Story().group(2).epochs(range(2), [0.1] * 6))) == [(1, 1, 2, 1)]


def test_reports_of_other_ranks_do_not_count() -> None:
    assert Watched(kill(at_report=3)).see(Story().group(2).epochs([0], [0.1] * 6)) == []


def test_checkpoints_are_waited_for_and_then_a_report_later_than_asked_for_will_do() -> None:
    story = Story().group(2).epochs(range(2), [0.1] * 4)
    story = saved(saved(story, 0), 3).epochs(range(2), [0.1] * 2)
    assert moment(Watched(kill(after_checkpoints=2, at_report=2)).see(story)) == [(1, 1, 4, 1)]


def test_checkpoints_of_an_earlier_attempt_do_not_count() -> None:
    story = saved(Story().group(2).epochs(range(2), [0.1]), 0).group(2).epochs(range(2), [0.1] * 3)
    assert Watched(kill(attempt=2, after_checkpoints=1)).see(story) == []
    story = saved(story, 2).report(range(2), loss=0.1)
    assert moment(Watched(kill(attempt=2, after_checkpoints=1)).see(story)) == [(2, 1, 3, 1)]


def test_a_fault_waits_for_its_attempt() -> None:
    story = Story().group(2).epochs(range(2), [0.1] * 3).group(2).epochs(range(2), [0.1] * 3)
    assert moment(Watched(kill(attempt=2, at_report=2)).see(story)) == [(2, 1, 1, 1)]


def test_a_missing_rank_is_drawn_from_those_that_there_are_and_only_then() -> None:
    watched = Watched(kill(rank=None, at_report=2), chosen=-1)
    assert watched.see(Story()) == []
    assert watched.asked == []
    assert moment(watched.see(Story().group(3).epochs(range(3), [0.1] * 2))) == [(1, 2, 1, 2)]
    assert watched.asked == [[0, 1, 2]]


def test_a_rank_that_does_not_exist_is_due_at_once_so_that_it_is_told() -> None:
    due = Watched(kill(rank=7, at_report=5)).see(Story().group(2))
    assert [(event.kind, fault.rank) for event, fault in due] == [("worker_group_started", 7)]


def test_two_faults_of_one_moment_both_come() -> None:
    story = Story().group(2).report(range(2), loss=0.1)
    due = Watched(PlannedFault(action="slow", rank=0, seconds=0.5), kill(rank=0)).see(story)
    assert [(fault.action, fault.seconds) for _, fault in due] == [("slow", 0.5), ("kill", 0.0)]


def test_what_never_came_is_left_unless_its_rank_was_never_drawn() -> None:
    watched = Watched(kill(at_report=9), kill(attempt=3), kill(attempt=2, rank=None))
    watched.see(Story().group(2).report(range(2), loss=0.1))
    assert [fault.rank for fault in watched.plan.left()] == [1, 1]
    assert watched.plan.left() == []


def test_without_a_plan_nothing_is_ever_due() -> None:
    assert Watched().see(Story().group(4).epochs(range(4), [0.1] * 3)) == []


@pytest.mark.parametrize("claimed", [99, 200])
def test_reports_of_ranks_that_no_group_has_are_not_counted(claimed: int) -> None:
    watched = Watched()
    watched.see(Story().group(2).epochs([claimed], [0.1] * 5))
    assert watched.progress.reports == {}


def test_a_second_attempt_begins_from_nothing() -> None:
    watched = Watched()
    story = saved(Story().group(2).epochs(range(2), [0.1]), 0)
    watched.see(story)
    assert (watched.progress.reports, watched.progress.checkpoints) == ({0: 1, 1: 1}, 1)
    watched.see(Story().group_ended())
    assert not watched.progress.over, "that was the end of an attempt nobody saw"
    watched.progress.take(WorkerGroupEnded(attempt=1))
    assert watched.progress.over
    watched.see(story.group(2))
    assert (watched.progress.attempt, watched.progress.reports, watched.progress.over) == (2, {}, False)


def test_a_node_that_is_drawn_is_the_one_that_can_go() -> None:
    story = Story().group(3)
    (place,) = (number for number, event in enumerate(story.events) if isinstance(event, WorkerGroupStarted))
    group = story.events[place]
    assert isinstance(group, WorkerGroupStarted)
    nodes = ["127.0.0.2", "127.0.0.3", "127.0.0.3"]
    ranks = [facts.model_copy(update={"node_ip": node}) for facts, node in zip(group.ranks, nodes, strict=True)]
    story.events[place] = group.model_copy(update={"ranks": ranks})
    watched = Watched(PlannedFault(action="kill_node"))
    watched.see(story)
    assert watched.asked == [[1, 2]]

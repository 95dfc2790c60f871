"""What a run is told in numbers."""

from __future__ import annotations

from allranks.grading.facts import FACTS
from allranks.grading.observed import Observed
from allranks.protocol import (
    CheckpointLoaded,
    CheckpointSaved,
    CheckpointsFound,
    Event,
    FaultInjected,
    RowsRead,
    StepsObserved,
    StoredCheckpoint,
)
from stories import Story


def facts_of(story: Story) -> dict[str, str | None]:
    observed = Observed(story.records())
    return {name: fact(observed) for name, fact in FACTS.items()}


def with_events(story: Story, *events: Event) -> Story:
    story.events += events
    return story


def rows(rank: int, ids: list[int], epoch: int = 0) -> RowsRead:
    return RowsRead(
        attempt=1, rank=rank, dataset="train", source="ray_data", epoch=epoch, rows=ids, batches=1, ended=True
    )


def steps(rank: int, index: int, loss: float) -> StepsObserved:
    return StepsObserved(
        attempt=1,
        rank=rank,
        index=index,
        steps=10,
        parameters_hash="a",
        parameters_norm=1.0,
        gradients_norm=1.0,
        history_hash="b",
        optimizer_hash="c",
        losses=10,
        local_loss=loss,
        all_reduces=11,
        all_reduce_bytes=2_500,
        all_reduce_milliseconds=1.5,
    )


def saved(attempt: int, index: int, name: str) -> CheckpointSaved:
    return CheckpointSaved(attempt=attempt, index=index, name=name, metrics={})


def killed(attempt: int, rank: int) -> FaultInjected:
    return FaultInjected(attempt=attempt, rank=rank, action="kill", by="plan", reports=2, seconds=0)


def test_a_run_that_shows_nothing_has_no_facts() -> None:
    assert set(facts_of(Story().ended()).values()) == {None}


def test_a_plain_run_has_its_ranks_reports_and_losses() -> None:
    facts = facts_of(Story().group(2).epochs([0, 1], [2.0, 0.5]).group_ended().ended())
    assert (facts["world_size"], facts["reports"], facts["attempts"]) == ("2", "2", "1")
    assert (facts["first_loss"], facts["last_loss"]) == ("2", "0.5")
    assert facts["seconds"] is not None
    assert facts["rows"] is facts["steps"] is facts["kills"] is facts["wasted_steps"] is None


def test_rows_are_counted_once_whoever_read_them_and_in_the_first_pass() -> None:
    story = with_events(Story().group(2), rows(0, [1, 2, 3]), rows(1, [3, 4]), rows(0, [9], epoch=1))
    facts = facts_of(story)
    assert (facts["rows"], facts["rows_per_rank"], facts["epochs"]) == ("4", "3", "2")


def test_steps_and_all_reduces_are_those_of_rank_0_and_the_spread_is_that_of_the_end() -> None:
    story = with_events(Story().group(2), steps(0, 0, 3.0), steps(1, 0, 9.0), steps(0, 1, 1.0), steps(1, 1, 1.25))
    facts = facts_of(story)
    assert (facts["steps"], facts["all_reduces"], facts["all_reduce_kilobytes"]) == ("20", "22", "5")
    assert (facts["all_reduce_milliseconds"], facts["spread"]) == ("3", "0.25")


def test_two_kills_their_resumptions_and_what_had_to_be_made_again() -> None:
    story = with_events(Story().group(2), saved(1, 0, "one"), saved(1, 1, "two"))
    story = with_events(story.epochs([0, 1], [3.0, 2.0, 1.5]), killed(1, 1)).group_ended()
    story = with_events(story.group(2), CheckpointLoaded(attempt=2, rank=0, name="two"), saved(2, 0, "three"))
    story = with_events(story.epochs([0, 1], [1.5]), killed(2, 0)).group_ended()
    story = with_events(story.group(2), CheckpointLoaded(attempt=3, rank=0, name="three"))
    found = CheckpointsFound(checkpoints=[StoredCheckpoint(name="three", files=[])], refused=[])
    facts = facts_of(with_events(story.epochs([0, 1], [1.0]).group_ended(), found).ended())
    assert (facts["kills"], facts["killed_ranks"], facts["attempts"]) == ("2", "rank 1 and rank 0", "3")
    assert (facts["resumed_steps"], facts["wasted_steps"], facts["checkpoints_kept"]) == ("3 and 4", "1", "1")

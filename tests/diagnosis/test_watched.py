"""An attempt is folded from its events as they come."""

from __future__ import annotations

from allranks.protocol import FaultInjected, MetricsReported, PhaseChanged, TimeSpent, WorkerGroupEnded
from stall_stories import START, Attempt, sample

REPORT = MetricsReported(attempt=1, rank=0, index=0, metrics={}, with_checkpoint=False, reported_at=0.0)


def test_a_rank_got_on_when_it_says_so_and_not_when_the_host_heard_it() -> None:
    story = Attempt(world_size=1)
    story.now += 4
    story.take(sample(0, 3.0))
    assert story.watched.ranks[0].progressed_at == START + 1
    assert story.watched.waiting_since(story.now) == 3.0


def test_the_rank_that_has_got_on_least_decides_how_long_nothing_goes_on() -> None:
    story = Attempt().works(3)
    story.stands(6, {0: {"idle": 0.1}, 1: {}})
    assert 5.5 < story.watched.waiting_since(story.now) < 6.5


def test_a_rank_whose_loop_has_ended_holds_up_nobody() -> None:
    story = Attempt().stands(9, {0: {"activity": "returned"}, 1: {"idle": 0.0}})
    assert story.watched.waiting_since(story.now) < 0.5
    assert [seen.rank for seen in story.watched.standing(story.now).over] == [0]


def test_a_report_is_a_sign_of_progress_and_where_time_went_is_none() -> None:
    story = Attempt(world_size=1).stands(6, {0: {}})
    before = story.watched.waiting_since(story.now)
    story.take(TimeSpent(attempt=1, rank=0, index=0, seconds={"loop": 1.0}))
    assert story.watched.waiting_since(story.now) == before
    story.take(REPORT)
    assert story.watched.waiting_since(story.now) == 0.0


def test_what_is_usual_for_this_run_is_learnt_from_its_own_steps() -> None:
    story = Attempt(world_size=1)
    assert story.watched.standing(story.now).usual == 0.0
    usual = story.works(5).watched.standing(story.now).usual
    assert 0.3 < usual < 1.1, "a step a second, of which a batch is counted too"


def test_the_word_of_an_attempt_that_is_over_is_not_taken() -> None:
    story = Attempt().take(sample(0, 0.1).model_copy(update={"attempt": 2}))
    assert (story.watched.attempt, list(story.watched.ranks)) == (2, [0])
    story.take(sample(1, 9.0))
    assert list(story.watched.ranks) == [0]
    story.take(WorkerGroupEnded(attempt=1))
    assert list(story.watched.ranks) == [0]
    story.take(WorkerGroupEnded(attempt=2))
    assert story.watched.ranks == {}


def test_without_ranks_only_a_phase_of_setting_up_can_last_too_long() -> None:
    story = Attempt(world_size=0).take(PhaseChanged(phase="program"))
    story.now += 60
    assert story.watched.waiting_since(story.now) == 0.0
    story.take(PhaseChanged(phase="workers"))
    story.now += 7
    assert story.watched.waiting_since(story.now) == 7.0


def test_a_pause_and_its_end_are_known_and_a_kill_is_for_good() -> None:
    def fault(action: str) -> FaultInjected:
        return FaultInjected.model_validate(
            {"attempt": 1, "rank": 1, "action": action, "by": "plan", "reports": 0, "seconds": 0.0}
        )

    story = Attempt().take(fault("pause"))
    assert story.watched.ranks[1].paused
    story.take(fault("resume"))
    assert not story.watched.ranks[1].paused
    story.take(fault("kill"))
    assert story.watched.ranks[1].over

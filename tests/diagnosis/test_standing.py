"""What is known of a rank at a moment: whether it waits, works, or does neither."""

from __future__ import annotations

import pytest

from allranks.diagnosis.standing import FRESH_SECONDS, RankSeen, Standing, halves_of_one, together
from allranks.protocol import Collective
from stall_stories import in_call, sample


def seen(idle: float = 8.0, silent: float = 0.5, rank: int = 0, **facts: object) -> RankSeen:
    """A rank that is looked at in second 100."""
    return RankSeen(
        rank, now=100.0, progressed_at=100.0 - idle, sample=sample(rank, idle, **facts), sampled_at=100.0 - silent
    )


@pytest.mark.parametrize(
    ("facts", "waits", "at_work", "does_nothing"),
    [
        (in_call("all_reduce"), True, False, False),
        ({"activity": "report"}, True, False, False),
        ({"activity": "backward"}, True, False, False),
        ({"activity": "backward", "cpu_percent": 95.0}, False, True, False),
        ({"activity": "loop", "cpu_percent": 95.0}, False, True, False),
        ({"activity": "loop"}, False, False, True),
        ({"activity": "data"}, False, False, True),
        ({"activity": "loop", "cpu_percent": 30.0}, False, False, False),
        ({"activity": "returned"}, False, False, False),
    ],
)
def test_a_rank_waits_or_works_or_does_nothing_or_that_cannot_be_told(
    facts: dict[str, object], waits: bool, at_work: bool, does_nothing: bool
) -> None:
    rank = seen(**facts)
    assert (rank.waits, rank.at_work, rank.does_nothing) == (waits, at_work, does_nothing)


def test_a_sample_that_is_old_says_nothing_of_now() -> None:
    rank = seen(silent=FRESH_SECONDS + 1, activity="report")
    assert not rank.fresh
    assert (rank.waits, rank.at_work, rank.does_nothing) == (False, False, False)


def test_a_rank_that_never_spoke_is_silent_since_it_is_there() -> None:
    rank = RankSeen(1, now=100.0, progressed_at=91.0)
    assert rank.silent == 9.0
    assert rank.counts == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("call", "waits_for"),
    [
        (in_call("all_reduce"), True),
        (in_call("all_reduce", group="ranks 0, 1"), True),
        (in_call("all_reduce", group="ranks 0, 2"), False),
        (in_call("all_reduce", group="mine"), None),
        (in_call("recv"), None),
        (in_call("recv", root=1), True),
        (in_call("send", root=2), False),
    ],
)
def test_whom_a_rank_waits_for_depends_on_the_group_and_is_not_guessed(
    call: dict[str, object], waits_for: bool | None
) -> None:
    assert seen(**call).waits_for(seen(rank=1)) is waits_for
    assert seen(**call).waits_for(seen(rank=0)) is False


def test_a_collective_of_ray_train_meets_where_a_report_does() -> None:
    assert seen(**in_call("ray.train.collective.barrier")).in_report
    assert seen(activity="report").in_report
    assert not seen(**in_call("barrier")).in_report


def test_a_call_that_it_has_left_is_none_any_more() -> None:
    left = seen(**(in_call("barrier") | {"activity": "raised"}))
    assert left.collective is None
    assert isinstance(seen(**in_call("barrier")).collective, Collective)


@pytest.mark.parametrize(
    ("usual", "longest", "slow", "patience"),
    [(0.0, 0.0, 5.0, 5.0), (0.1, 1.0, 5.0, 5.0), (4.0, 10.0, 12.0, 15.0), (0.1, 600.0, 5.0, 60.0)],
)
def test_patience_follows_the_runs_own_steps_and_has_an_end(
    usual: float, longest: float, slow: float, patience: float
) -> None:
    standing = Standing(0.0, 1, "training", 0.0, [], usual=usual, longest=longest)
    assert (standing.slow, standing.patience) == (slow, patience)


@pytest.mark.parametrize(
    ("idle", "named"), [((8.0, 6.9), [0, 1]), ((8.0, 3.4), [0]), ((6.9, 6.9), []), ((3.5, 7.0), [0, 1])]
)
def test_ranks_that_stand_alike_are_named_together_though_one_stopped_later(
    idle: tuple[float, float], named: list[int]
) -> None:
    alike = [seen(idle=seconds, rank=rank) for rank, seconds in enumerate(idle)]
    assert [rank.rank for rank in together(alike, 7.0)] == named


@pytest.mark.parametrize(
    ("one", "two", "together"),
    [
        (in_call("send", root=1), in_call("recv", root=0), True),
        (in_call("recv"), in_call("send", root=0), True),
        (in_call("send", root=2), in_call("recv", root=0), False),
        (in_call("send", root=1), in_call("recv", root=2), False),
        (in_call("send", root=1), in_call("send", root=0), False),
        (in_call("send", root=1), in_call("barrier"), False),
    ],
)
def test_a_message_has_two_halves_that_name_each_other(
    one: dict[str, object], two: dict[str, object], together: bool
) -> None:
    assert halves_of_one(seen(**one), seen(rank=1, **two)) is together

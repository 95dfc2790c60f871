"""What a rank does, in words that name its call and its line."""

from __future__ import annotations

import pytest

from allranks.diagnosis.doing import SHOWN, call, counted, does, lines, many, place
from allranks.diagnosis.standing import RankSeen, Standing
from stall_stories import Attempt, in_call, line, sample


def seen(**facts: object) -> RankSeen:
    return RankSeen(0, now=10.0, progressed_at=2.0, sample=sample(0, 8.0, **facts), sampled_at=9.5)


@pytest.mark.parametrize(
    ("facts", "words", "title"),
    [
        (
            in_call("all_reduce", 13, "float32[10]"),
            "waits in all_reduce (its collective 13, float32[10])",
            "all_reduce",
        ),
        (in_call("barrier", 2, group="ranks 0, 2"), "waits in barrier (its collective 2, ranks 0, 2)", "barrier"),
        (
            in_call("all_reduce", 3, "float32[5]") | {"activity": "backward"},
            "waits in backward, in its all_reduce of float32[5]",
            "backward",
        ),
        (
            in_call("all_reduce", 3, "float32[5]") | {"activity": "loop"},
            "waits in all_reduce (its collective 3, float32[5])",
            "all_reduce",
        ),
        (
            in_call("all_reduce", 3, "float32[5]", counted=False) | {"activity": "loop"},
            "waits in its model's all_reduce of float32[5]",
            "all_reduce",
        ),
        (in_call("recv", 3, counted=False, root=1), "waits in recv from rank 1", "recv"),
        (in_call("recv", 3, "float32[4]", counted=False), "waits in recv (float32[4])", "recv"),
        ({"activity": "backward"}, "waits in backward, for the gradients of the other ranks", "backward"),
        ({"activity": "report"}, "waits in train.report", "train.report"),
        ({"activity": "data"}, "waits for a batch", "data"),
        ({"activity": "returned"}, "has returned from its loop", "returned"),
    ],
)
def test_the_call_is_named_as_in_the_source(facts: dict[str, object], words: str, title: str) -> None:
    assert (does(seen(**facts)), place(seen(**facts))) == (words, title)


def test_what_ended_a_rank_goes_before_what_it_was_in() -> None:
    killed = seen(activity="report")
    killed.killed = True
    assert does(killed) == "was killed"
    assert does(RankSeen(0)) == "has said nothing yet"
    assert call(seen(activity="process_group")) == "the set-up of the process group"


def test_each_rank_has_a_line_of_evidence_with_its_own_line() -> None:
    story = Attempt().stands(
        6, {0: {"activity": "report", "where": line(9, "train.report(m)"), "batches": 3}, 1: {"activity": "returned"}}
    )
    first, second = lines(story.watched.standing(story.now))
    assert first.startswith("rank 0: waits in train.report for 6.0 s, line 9 (train.report(m)); 3 batches, 0 steps")
    assert second.startswith("rank 1: has returned from its loop, 6.0 s ago; 0 batches")


def test_many_ranks_are_cut_with_a_line_that_says_so() -> None:
    standing = Standing(0.0, 1, "training", 0.0, [RankSeen(rank) for rank in range(SHOWN + 3)])
    told = lines(standing)
    assert len(told) == SHOWN + 1
    assert told[-1] == "and 3 more ranks"


def test_counts_are_words_that_agree_with_their_number() -> None:
    assert [many(1, "batch"), many(2, "batch"), many(1, "step"), many(0, "step")] == [
        "1 batch",
        "2 batches",
        "1 step",
        "0 steps",
    ]
    assert counted(seen(activity="raised", batches=1)) == "1 batch, 0 steps, 0 reports"

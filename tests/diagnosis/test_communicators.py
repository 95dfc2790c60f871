"""What NCCL says of its communicators, in words."""

from __future__ import annotations

import pytest

from allranks.diagnosis.communicators import SHOWN, behind, counts, furthest, lines
from allranks.diagnosis.standing import Standing
from allranks.protocol import CommunicatorMismatched
from stall_stories import nccl


def standing(*told: CommunicatorMismatched) -> Standing:
    return Standing(0.0, 1, "training", 0.0, [], communicators=list(told))


def test_the_ranks_at_each_count_are_named_the_furthest_first() -> None:
    told = nccl({0: {"AllReduce": 13}, 1: {"AllReduce": 12}, 2: {"AllReduce": 13}}, seconds=6)
    assert lines(standing(told)) == [
        "NCCL has begun AllReduce 13 times on ranks 0 and 2, 12 times on rank 1 (communicator 0x4e0104c2022fa2f9 of 3 "
        "ranks, unmoved for 6 s)"
    ]
    assert behind(told, "AllReduce") == [1]


def test_operations_that_all_have_begun_equally_often_are_left_out() -> None:
    told = nccl({0: {"AllReduce": 5, "Broadcast": 1}, 1: {"AllReduce": 5, "Broadcast": 2}})
    assert furthest(told) == {"Broadcast": 2}
    assert counts(told, "Broadcast") == "Broadcast 2 times on rank 1, 1 time on rank 0"


@pytest.mark.parametrize("answers", [{}, {"AllReduce": 13}])
def test_a_rank_that_does_not_answer_is_named(answers: dict[str, int]) -> None:
    (line,) = lines(standing(nccl({0: answers}, silent=[1])))
    assert line.startswith("NCCL gets no answer from rank 1 (communicator")


def test_of_many_communicators_some_are_told() -> None:
    assert len(lines(standing(*[nccl({0: {"AllReduce": 1}, 1: {}})] * (SHOWN + 2)))) == SHOWN

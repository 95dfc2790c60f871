"""NCCL says that some ranks have begun fewer collectives, and nothing moves."""

from __future__ import annotations

from allranks.diagnosis import Explanation
from stall_stories import Attempt, in_call, line, nccl

SPINS = {"activity": "loop", "cpu_percent": 100.0, "where": line(7, "total += loss.item()")}
"""A rank that waits for its GPU: it seems to compute."""
RETURNED = {"activity": "returned"}
AHEAD, LATE = {"AllReduce": 13}, {"AllReduce": 12}


def explained(
    facts: dict[int, dict[str, object]], counts: dict[int, dict[str, int]], silent: list[int] | None = None
) -> Explanation | None:
    return Attempt(len(facts)).stands(6, facts).take(nccl(counts, silent or [])).explained()


def test_without_nccls_word_ranks_that_wait_for_their_gpus_seem_to_compute() -> None:
    assert Attempt(2).stands(6, {0: SPINS, 1: RETURNED}).explained() is None


def test_a_rank_that_left_its_loop_one_call_too_early_is_named_with_the_line_that_waits() -> None:
    found = explained({0: SPINS, 1: RETURNED}, {0: AHEAD, 1: LATE})
    assert found is not None
    assert (found.diagnosis.cause, found.hang, found.ranks) == ("behind_in_nccl", True, (0, 1))
    assert found.diagnosis.title == "Rank 0 waits in NCCL for rank 1, which has left the loop"
    assert found.diagnosis.where is not None
    assert found.diagnosis.where.line == 7
    assert any("AllReduce 13 times on rank 0, 12 times on rank 1" in text for text in found.diagnosis.evidence)


def test_a_rank_that_may_still_come_is_no_hang() -> None:
    found = explained({0: SPINS, 1: SPINS}, {0: AHEAD, 1: LATE})
    assert found is not None
    assert not found.hang
    assert found.diagnosis.title == "Rank 0 waits in NCCL for rank 1, which has begun fewer AllReduce calls"


def test_ranks_that_are_each_behind_in_another_call_wait_for_each_other() -> None:
    found = explained({0: SPINS, 1: SPINS}, {0: {"AllReduce": 3, "Broadcast": 1}, 1: {"AllReduce": 2, "Broadcast": 2}})
    assert found is not None
    assert found.hang
    assert found.diagnosis.title == "Ranks 0 and 1 have begun different NCCL collectives: neither will end"


def test_a_rank_that_does_not_answer_is_waited_for() -> None:
    found = explained({0: SPINS, 1: SPINS}, {0: AHEAD}, silent=[1])
    assert found is not None
    assert found.diagnosis.title == "Rank 0 waits in NCCL for rank 1, which does not answer"


def test_while_a_rank_gets_on_nothing_is_said() -> None:
    assert explained({0: SPINS, 1: SPINS | {"idle": 0}}, {0: AHEAD, 1: LATE}) is None


def test_what_was_said_of_an_earlier_attempt_or_long_ago_counts_no_more() -> None:
    facts = {0: SPINS, 1: RETURNED}
    old = nccl({0: AHEAD, 1: LATE})
    assert Attempt(2).stands(6, facts).take(old.model_copy(update={"attempt": 2})).explained() is None
    assert Attempt(2).stands(6, facts).take(old).stands(25, facts).explained() is None


def test_where_the_ranks_own_calls_explain_it_nccl_is_evidence() -> None:
    found = explained({0: in_call("all_reduce", 13), 1: RETURNED}, {0: AHEAD, 1: LATE})
    assert found is not None
    assert found.diagnosis.cause == "early_return"
    assert any(text.startswith("NCCL has begun") for text in found.diagnosis.evidence)

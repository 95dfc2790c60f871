"""A rank that looks again and again whether something has come true. The programs here are read and never run."""

from __future__ import annotations

import pytest

from allranks.diagnosis import Explanation
from stall_stories import Attempt, in_call, line

LOOP = """def loop(config):
    if rank() == 1:
        while not os.path.exists(flag):
            time.sleep(0.1)
    dist.barrier()
"""
POLLS: dict[str, object] = {"where": line(4, "time.sleep(0.1)")}
RETURNED: dict[str, object] = {"activity": "returned", "where": None}
AT_WORK: dict[str, object] = {"cpu_percent": 95.0}


def explained(second: dict[str, object], source: str = LOOP, first: dict[str, object] | None = None) -> Explanation:
    found = Attempt(source=source).stands(7, {0: second, 1: first or POLLS}).explained()
    assert found is not None
    return found


def test_it_is_said_what_it_waits_for_and_who_waits_with_it() -> None:
    found = explained(in_call("barrier"))
    diagnosis = found.diagnosis
    assert (diagnosis.cause, found.hang, found.ranks) == ("polling", True, (0, 1))
    assert diagnosis.title == "Rank 1 waits in a loop until `os.path.exists(flag)` is true"
    assert "Rank 0 waits for other ranks." in diagnosis.what_happened
    assert diagnosis.where == line(3, "while not os.path.exists(flag):").model_copy(update={"function": "loop"})


def test_it_is_one_sentence_wherever_in_the_loop_the_rank_is_found() -> None:
    looks = explained(in_call("barrier"), first={"where": line(3, "while not os.path.exists(flag):")})
    assert looks.diagnosis.where == explained(in_call("barrier")).diagnosis.where


def test_ranks_that_are_done_will_not_do_it_either() -> None:
    found = explained(RETURNED)
    assert (found.diagnosis.cause, found.hang, found.ranks) == ("polling", True, (1,))
    assert "Rank 0 is done." in found.diagnosis.what_happened


def test_every_rank_may_do_the_same() -> None:
    found = explained(POLLS)
    assert (found.diagnosis.cause, found.ranks) == ("polling", (0, 1))
    assert "Every rank does the same." in found.diagnosis.what_happened


def test_a_rank_that_looks_without_a_sleep_uses_its_cpu_and_waits_all_the_same() -> None:
    found = explained(in_call("barrier"), LOOP.replace("time.sleep(0.1)", "pass"), {**POLLS, **AT_WORK})
    assert (found.diagnosis.cause, found.hang) == ("polling", True)


def test_a_rank_at_work_may_be_making_it() -> None:
    assert Attempt(source=LOOP).stands(20, {0: AT_WORK, 1: POLLS}).explained() is None


def test_a_thread_of_the_same_rank_may_be_making_it() -> None:
    assert explained(in_call("barrier"), first={**POLLS, **AT_WORK}).diagnosis.cause == "straggler"


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("while not os.path.exists(flag) and time.time() < end:", "by its own limit"),
        ("while not ray.get(board.ready.remote()):", "if another process or a thread changes what it looks at"),
    ],
)
def test_a_loop_that_may_end_is_no_hang(condition: str, words: str) -> None:
    found = explained(in_call("barrier"), LOOP.replace("while not os.path.exists(flag):", condition))
    assert (found.diagnosis.cause, found.hang) == ("polling", False)
    assert words in found.diagnosis.what_happened

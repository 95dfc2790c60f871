"""A rank waits in its own code, and nothing in its process moves."""

from stall_stories import Attempt, beneath, in_call, line

AT = line(6, "second.acquire()")
LOCKED: dict[str, object] = {"where": AT, "stack": [AT]}


def test_a_lock_that_nobody_lets_go_of_is_said_with_its_line() -> None:
    found = Attempt().stands(8, {0: LOCKED, 1: in_call("all_reduce")}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang, found.ranks) == ("deadlock", True, (0, 1))
    assert found.diagnosis.where == AT
    assert "as far as can be told" in found.diagnosis.what_happened.lower()


def test_a_queue_that_nobody_fills_is_one_too() -> None:
    at = line(6, "item = queue.get()")
    waits: dict[str, object] = {"where": at, "stack": [beneath("threading.py"), beneath("queue.py"), at]}
    assert Attempt().stands(8, {0: waits, 1: waits}).cause() == "deadlock"


def test_an_answer_from_another_process_may_come() -> None:
    at = line(6, "value = ray.get(task)")
    waits: dict[str, object] = {"where": at, "stack": [beneath("ray/_private/worker.py"), at]}
    found = Attempt().stands(20, {0: waits, 1: waits}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("idle_rank", False)


def test_a_process_that_computes_may_let_go() -> None:
    found = Attempt().stands(8, {0: LOCKED | {"cpu_percent": 70.0}, 1: in_call("all_reduce")}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("straggler", False)

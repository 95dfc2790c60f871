"""A rank goes round in a loop that has no way out."""

from stall_stories import Attempt, line

ENDLESS = """def loop(config):
    if rank() == 0:
        return
    while True:
        time.sleep(1)
"""
SLEEPS: dict[str, object] = {"where": line(5, "time.sleep(1)")}
RETURNED: dict[str, object] = {"activity": "returned", "where": None}


def test_a_loop_without_a_way_out_is_certain() -> None:
    found = Attempt(source=ENDLESS).stands(7, {0: RETURNED, 1: SLEEPS}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang, found.ranks) == ("endless_loop", True, (1,))
    assert found.diagnosis.where == line(5, "time.sleep(1)")


def test_a_loop_with_a_way_out_may_end() -> None:
    leaves = ENDLESS + "        if done():\n            break\n        step()\n"
    found = Attempt(source=leaves).stands(20, {0: RETURNED, 1: SLEEPS}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("idle_rank", False)


def test_a_loop_that_gets_on_is_left_alone() -> None:
    assert Attempt(source=ENDLESS).stands(20, {0: RETURNED, 1: SLEEPS | {"idle": 0.3}}).explained() is None

"""A rank waits in a step that another never makes."""

from stall_stories import Attempt, in_call, line


def uneven(seconds: int) -> Attempt:
    """Rank 0 is in the backward of its thirteenth batch, rank 1 had twelve."""
    waits: dict[str, object] = {"activity": "backward", "where": line(7), "batches": 13, "steps": 12}
    done: dict[str, object] = {"activity": "returned", "where": None, "batches": 12, "steps": 12}
    return Attempt().works(12).stands(seconds, {0: waits, 1: done})


def test_it_is_said_who_waits_where_and_who_had_fewer() -> None:
    found = uneven(6).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang, found.ranks) == ("uneven_batches", True, (0, 1))
    title = "Rank 0 waits in backward of step 13 for rank 1, which took 12 batches and has left the loop"
    assert found.diagnosis.title == title
    assert found.diagnosis.where == line(7)
    assert any("rank 1: has returned" in evidence for evidence in found.diagnosis.evidence)
    assert any(
        "rank 0: waits in backward" in evidence and "line 7" in evidence for evidence in found.diagnosis.evidence
    )


def test_nothing_is_said_before_the_pause_is_over() -> None:
    assert uneven(4).explained() is None


def test_the_shorter_rank_may_have_gone_on_to_its_next_report() -> None:
    longer = in_call("all_reduce", 13, "float32[4]") | {"batches": 13, "steps": 12}
    shorter: dict[str, object] = {"activity": "report", "batches": 12, "steps": 12, "collectives": 12, "reports": 1}
    found = Attempt().works(12).stands(6, {0: longer, 1: shorter}).explained()
    assert found is not None
    assert found.hang
    assert found.ranks == (0, 1)


def test_a_step_that_is_slow_on_a_rank_with_fewer_batches_is_no_hang() -> None:
    waits: dict[str, object] = {"activity": "backward", "batches": 13, "steps": 12}
    busy: dict[str, object] = {"batches": 12, "steps": 12, "cpu_percent": 95.0}
    found = Attempt().works(12).stands(8, {0: waits, 1: busy}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("straggler", False)

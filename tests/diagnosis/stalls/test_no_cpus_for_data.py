"""The workers hold the CPUs that would make the data."""

from stall_stories import Attempt, beneath, line

AT = line(5, "for batch in shard.iter_torch_batches():")
RAY: dict[str, object] = {"activity": "data", "where": AT, "stack": [beneath("ray/data/iterator.py"), AT]}


def test_the_numbers_are_said() -> None:
    found = Attempt().asks(2, 2, 4).stands(7, {0: RAY, 1: RAY}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("no_cpus_for_data", True)
    assert "The cluster has 4, and 2 workers hold 4 of them" in found.diagnosis.what_happened


def test_one_free_cpu_is_enough() -> None:
    assert Attempt().asks(2, 1, 4).stands(7, {0: RAY, 1: RAY}).cause() == "waiting_for_data"

"""A rank waits for its next batch."""

from stall_stories import Attempt, beneath, line

AT = line(5, "for batch in shard.iter_torch_batches():")
RAY: dict[str, object] = {"activity": "data", "where": AT, "stack": [beneath("ray/data/iterator.py"), AT]}


def test_slow_data_is_no_hang() -> None:
    found = Attempt().stands(7, {0: RAY, 1: {"activity": "data"}}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("waiting_for_data", False)


def test_a_dataset_that_the_loop_made_itself_is_seen_by_where_the_rank_stands() -> None:
    standing = {**RAY, "activity": "loop", "cpu_percent": 3.0}
    found = Attempt().stands(7, {0: standing, 1: standing}).explained()
    assert found is not None
    assert (found.diagnosis.cause, found.hang) == ("waiting_for_data", False)


def test_an_epoch_of_ray_data_that_another_rank_does_not_begin_is_told_as_likely() -> None:
    found = Attempt().stands(7, {0: RAY, 1: {"activity": "returned"}}).explained()
    assert found is not None
    assert found.hang
    assert "as far as can be told" in found.diagnosis.what_happened

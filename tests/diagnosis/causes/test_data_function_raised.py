from __future__ import annotations

from failing_runs import FILE_NAME, causes_of, own_frame, told

READING = own_frame(13, "for batch in shard.iter_batches():", "train_loop")
TASK = f"""ray::SplitCoordinator.get() (pid=609)
  File "/lib/site-packages/ray/data/dataset.py", line 8952, in get_next
    bundle = next()
ray.exceptions.RayTaskError(UserCodeException): ray::MapBatches(clean)() (pid=678)
  File "{FILE_NAME}", line 11, in clean
    raise ValueError("bad row")
ValueError: bad row

The above exception was the direct cause of the following exception:

ray::MapBatches(clean)() (pid=678)
ray.exceptions.UserCodeException: UDF failed to process a data block.
"""


def test_the_functions_own_line_is_named_and_not_the_ranks() -> None:
    [diagnosis] = told("RayTaskError(UserCodeException)", TASK, READING)

    assert diagnosis.cause == "data_function_raised"
    assert diagnosis.title == "clean raised ValueError at line 11, in a task of Ray Data"
    assert diagnosis.where is not None
    assert diagnosis.where.line == 11


def test_an_error_of_the_rank_itself_is_not_ray_datas() -> None:
    assert causes_of(told("ValueError", "bad row", READING)) == ["worker_raised"]

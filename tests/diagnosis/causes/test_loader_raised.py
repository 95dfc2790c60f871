from __future__ import annotations

from allranks.diagnosis import diagnose
from allranks.protocol import WorkerFailed
from failing_runs import FILE_NAME, PROGRAM, FailingRun, own_frame

TEXT = f"""Caught ValueError in DataLoader worker process 0.
Original Traceback (most recent call last):
  File "/site-packages/torch/utils/data/_utils/fetch.py", line 54, in fetch
    data = [self.dataset[idx] for idx in possibly_batched_index]
  File "{FILE_NAME}", line 4, in __getitem__
    raise ValueError("a bad row")
ValueError: a bad row
"""


def test_the_line_is_that_of_the_dataset_and_not_that_of_the_loop() -> None:
    story = FailingRun(PROGRAM).workers(2)
    failed = WorkerFailed(
        attempt=1,
        rank=0,
        error_type="ValueError",
        message=TEXT,
        frames=[own_frame(7, "for batch in loader:", "train_loop")],
        traceback="",
    )
    story.events.append(failed)

    [diagnosis] = diagnose(story.fit_passes_it_on().ends().records())

    assert diagnosis.cause == "loader_raised"
    assert diagnosis.where is not None
    assert (diagnosis.where.line, diagnosis.where.function) == (4, "__getitem__")

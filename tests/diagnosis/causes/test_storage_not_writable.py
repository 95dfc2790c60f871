from __future__ import annotations

from failing_runs import causes_of, library_frame, own_frame, told

FIT = own_frame(3, "trainer.fit()", "<module>")
STORAGE = library_frame("ray/train/v2/_internal/execution/storage.py")
REFUSED = "[Errno 30] Cannot create directory '/mnt'. Detail: [errno 30] Read-only file system"
SOURCE = 'from ray.train import RunConfig\nconfig = RunConfig(storage_path="/mnt/results")\ntrainer.fit()\n'


def test_the_line_is_that_of_the_storage_path() -> None:
    [diagnosis] = told("OSError", REFUSED, STORAGE, FIT, source=SOURCE, rank=None)

    assert diagnosis.cause == "storage_not_writable"
    assert "/mnt cannot be made" in diagnosis.title
    assert diagnosis.where is not None
    assert diagnosis.where.line == 2


def test_a_folder_that_the_learner_makes_is_another_error() -> None:
    assert causes_of(told("OSError", REFUSED, FIT, source=SOURCE, rank=None)) == ["program_raised"]

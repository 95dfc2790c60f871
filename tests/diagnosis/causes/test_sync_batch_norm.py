from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped

MESSAGE = "SyncBatchNorm layers only work with GPU modules"


@pytest.mark.parametrize("message", [MESSAGE, "SyncBatchNorm expected input tensor to be on GPU or xpu"])
def test_the_error_is_known_in_its_forms(message: str) -> None:
    [diagnosis] = told("ValueError", message)

    assert diagnosis.cause == "sync_batch_norm"
    assert "needs a GPU" in diagnosis.title
    assert diagnosis.mend


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(told("ValueError", "BatchNorm layers only work")) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("ValueError", MESSAGE)

    assert diagnosis.cause == "sync_batch_norm"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE

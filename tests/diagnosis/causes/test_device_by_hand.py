from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "ValueError",
            "DistributedDataParallel device_ids and output_device arguments only work with "
            "single-device/multiple-device GPU modules or CPU modules, "
            "but got device_ids [0], output_device 0, and module parameters {device(type='cpu')}.",
            "that its model is not on",
        ),
        (
            "DistBackendError",
            "NCCL error: ncclInvalidUsage\nDuplicate GPU detected : rank 1 and rank 0 both on CUDA device 1000",
            "on one GPU",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "device_by_hand"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("ValueError", "device_ids is empty"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    assert causes_of(told(error_type, message)) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("ValueError", "device_ids can only be None or contain a single element.")

    assert diagnosis.cause == "device_by_hand"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE

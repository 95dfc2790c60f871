from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        ("AssertionError", "Torch not compiled with CUDA enabled", "no GPU"),
        ("RuntimeError", "Found no NVIDIA driver on your system. Please check that you have an NVIDIA GPU", "CUDA"),
        ("RuntimeError", "No CUDA GPUs are available", "CUDA"),
        ("AttributeError", "module 'torch._C' has no attribute '_cuda_setDevice'", "CUDA"),
        (
            "RuntimeError",
            "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False.",
            "saved on a GPU",
        ),
        ("RuntimeError", "Distributed package doesn't have NCCL built in", "NCCL"),
        ("RuntimeError", "CUDA error: invalid device ordinal", "names a GPU that is not there"),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "cuda_missing"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("AssertionError", "the model was not compiled"),
        ("RuntimeError", "CUDA error: device-side assert triggered"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    assert causes_of(told(error_type, message)) == ["worker_raised"]


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped("AssertionError", "Torch not compiled with CUDA enabled")

    assert diagnosis.cause == "cuda_missing"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE


def test_in_the_driver_it_says_that_the_driver_gets_no_gpu() -> None:
    [diagnosis] = told("AssertionError", "Torch not compiled with CUDA enabled", rank=None)

    assert diagnosis.ranks == []
    assert "driver" in diagnosis.what_happened

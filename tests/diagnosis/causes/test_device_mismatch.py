from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told, told_wrapped


@pytest.mark.parametrize(
    ("error_type", "message", "words"),
    [
        (
            "RuntimeError",
            "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!",
            "cuda:0 and cpu",
        ),
        (
            "RuntimeError",
            "Expected all tensors to be on the same device, but got mat1 is on cpu, different from "
            "other tensors on cuda:1 (when checking argument)",
            "cpu and cuda:1",
        ),
        ("RuntimeError", "Tensor on device cpu is not on the expected device meta!", "cpu and meta"),
        (
            "RuntimeError",
            "Unhandled FakeTensor Device Propagation for aten.mul.Tensor, found two different devices cpu, meta",
            "cpu and meta",
        ),
        (
            "RuntimeError",
            "Input type (torch.FloatTensor) and weight type (torch.cuda.FloatTensor) should be the "
            "same or input should be a MKLDNN tensor",
            "two devices",
        ),
        (
            "RuntimeError",
            "indices should be either on cpu or on the same device as the indexed tensor (cuda)",
            "cpu and cuda",
        ),
    ],
)
def test_the_error_is_known_in_its_forms(error_type: str, message: str, words: str) -> None:
    [diagnosis] = told(error_type, message)

    assert diagnosis.cause == "device_mismatch"
    assert words in f"{diagnosis.title} {diagnosis.what_happened} {diagnosis.evidence}"
    assert diagnosis.ranks == [0]
    assert diagnosis.mend


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        (
            "RuntimeError",
            "Input type (torch.cuda.HalfTensor) and weight type (torch.cuda.FloatTensor) should be the same",
        ),
        ("ValueError", "the device of room 4 is not known"),
        ("RuntimeError", "mat1 and mat2 shapes cannot be multiplied (32x10 and 4x1)"),
    ],
)
def test_what_only_sounds_alike_is_another_cause(error_type: str, message: str) -> None:
    [cause] = causes_of(told(error_type, message))

    assert cause != "device_mismatch"


def test_it_is_found_below_what_the_learner_raised_from_it() -> None:
    [diagnosis] = told_wrapped(
        "RuntimeError", "Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!"
    )

    assert diagnosis.cause == "device_mismatch"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE

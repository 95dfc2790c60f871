from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told

RENDEZVOUS = (
    "Error initializing torch.distributed using env:// rendezvous: environment variable {} expected, but not set"
)


@pytest.mark.parametrize(
    ("error_type", "message", "variable"),
    [
        ("ValueError", RENDEZVOUS.format("RANK"), "RANK"),
        ("ValueError", RENDEZVOUS.format("MASTER_ADDR"), "MASTER_ADDR"),
        ("KeyError", "'LOCAL_RANK'", "LOCAL_RANK"),
    ],
)
def test_what_torchrun_would_have_set_is_named(error_type: str, message: str, variable: str) -> None:
    [diagnosis] = told(error_type, message, rank=None)

    assert diagnosis.cause == "torchrun_script"
    assert diagnosis.title == f"Line {LOOP_LINE} is written for torchrun: nobody has set {variable} here"
    assert "TorchTrainer(train_loop" in (diagnosis.sketch or "")


@pytest.mark.parametrize(
    ("error_type", "message", "rank"),
    [("KeyError", "'RANK_OF_MINE'", None), ("KeyError", "'LOCAL_RANK'", 0), ("ValueError", "RANK", None)],
)
def test_another_key_or_another_place_is_another_cause(error_type: str, message: str, rank: int | None) -> None:
    assert "torchrun_script" not in causes_of(told(error_type, message, rank=rank))

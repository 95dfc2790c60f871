from __future__ import annotations

import pytest

from failing_runs import AT_THE_LINE, LOOP_LINE, causes_of, library_frame, told

LOADING = library_frame("torch/serialization.py")
OTHER_FORMAT = "Weights only load failed. Re-running with `weights_only=False` may do.\n\nUnsupported operand 110"


@pytest.mark.parametrize(
    ("error_type", "message"),
    [
        ("UnpicklingError", OTHER_FORMAT),
        ("RuntimeError", "PytorchStreamReader failed reading zip archive: failed finding central directory"),
        ("EOFError", "Ran out of input"),
    ],
)
def test_a_file_that_cannot_be_read_is_told_from_one_that_is_not_trusted(error_type: str, message: str) -> None:
    [diagnosis] = told(error_type, message, LOADING, AT_THE_LINE)

    assert diagnosis.cause == "file_damaged"
    assert diagnosis.where is not None
    assert diagnosis.where.line == LOOP_LINE
    assert "weights_only" not in f"{diagnosis.mend}{diagnosis.sketch}"


def test_the_same_words_of_the_learners_own_are_another_cause() -> None:
    assert causes_of(told("EOFError", "Ran out of input")) == ["worker_raised"]

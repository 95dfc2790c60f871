from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told

MESSAGE = "EOF when reading a line"


@pytest.mark.parametrize("rank", [0, None])
def test_a_question_that_nobody_can_answer_is_told_with_its_line(rank: int | None) -> None:
    [diagnosis] = told("EOFError", MESSAGE, rank=rank)

    assert diagnosis.cause == "nobody_types"
    assert diagnosis.title == f"Line {LOOP_LINE} waits for somebody to type, and nobody can"
    assert "train_loop_config" in diagnosis.mend


def test_the_end_of_a_file_is_another_cause() -> None:
    assert causes_of(told("EOFError", "Ran out of input")) == ["worker_raised"]

from __future__ import annotations

import pytest

from failing_runs import LOOP_LINE, causes_of, told


@pytest.mark.parametrize(
    "message", ["There is no current event loop in thread 'TrainingThread(train_fn)'.", "no running event loop"]
)
def test_a_thread_without_an_event_loop_is_told_with_the_line_that_asked(message: str) -> None:
    [diagnosis] = told("RuntimeError", message)

    assert diagnosis.cause == "no_event_loop"
    assert diagnosis.title == f"There is no event loop, which line {LOOP_LINE} asks for"
    assert "asyncio.run" in diagnosis.mend


def test_what_only_sounds_alike_is_another_cause() -> None:
    assert causes_of(told("ValueError", "no running event loop")) == ["worker_raised"]

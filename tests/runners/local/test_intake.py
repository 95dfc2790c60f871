"""What is let in from a sandbox."""

import json
from typing import Any

import pytest

from allranks.protocol import EventsDropped, Limits, LogWritten, MetricsReported, WorkerFailed
from allranks.runners.local.intake import HARD_OUTPUT_FACTOR, Intake

REPORT: dict[str, Any] = {
    "kind": "metrics_reported",
    "attempt": 1,
    "rank": 0,
    "index": 0,
    "metrics": {"loss": 0.5, "odd": {"nonfinite": "nan"}},
    "with_checkpoint": False,
    "reported_at": 1.0,
}


def encoded(event: dict[str, Any]) -> bytes:
    return json.dumps(event).encode()


def written(text: str) -> LogWritten:
    return LogWritten(attempt=None, rank=None, stream="stdout", origin="program", text=text)


def drops(intake: Intake) -> list[EventsDropped]:
    intake.take_drops()
    return [event for event in intake.ready if isinstance(event, EventsDropped)]


def test_a_report_comes_through() -> None:
    intake = Intake(Limits())
    intake.line(encoded(REPORT))
    assert isinstance(intake.ready[0], MetricsReported)


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"not json",
        b"null",
        b"[]",
        b"\xff\xfe",
        b'{"kind": "unheard_of"}',
        encoded({**REPORT, "rank": "zero"}),
        encoded(REPORT).replace(b"0.5", b"NaN"),
        encoded(REPORT).replace(b"0.5", b"1e999"),
        b"[" * 50_000,
        encoded({"kind": "run_finished", "end": "completed", "sentence": "I say so", "exit_code": 0}),
        encoded({"kind": "graded", "verdict": {"exercise_id": "train01", "passed": True, "checks": []}}),
    ],
)
def test_what_no_sandbox_may_say_is_dropped_and_counted(line: bytes) -> None:
    intake = Intake(Limits())
    intake.line(line)
    assert not intake.ready
    assert [drop.count for drop in drops(intake)] == [1]


def test_an_event_over_its_size_is_dropped() -> None:
    intake = Intake(Limits(event_bytes=100))
    intake.line(encoded(REPORT))
    assert [drop.reason for drop in drops(intake)] == ["an event was larger than 100 bytes"]


def test_events_past_the_limit_are_counted_and_not_kept() -> None:
    intake = Intake(Limits(events=3))
    for _ in range(10):
        intake.line(encoded(REPORT))
    assert len(intake.ready) == 3
    assert [drop.count for drop in drops(intake)] == [7]


def test_output_past_the_limit_is_cut_with_a_sentence_that_names_it() -> None:
    intake = Intake(Limits(output_bytes=10))
    intake.log([written("12345678\n"), written("abc\n"), written("def\n")])
    assert [event.text for event in intake.ready if isinstance(event, LogWritten)] == [
        "12345678\n",
        "Output limit: the program wrote more than 10 bytes; the rest is cut.\n",
    ]
    assert [drop.count for drop in drops(intake)] == [2]
    assert not intake.output_exceeded


def test_a_flood_of_output_is_a_reason_to_end_the_run() -> None:
    intake = Intake(Limits(output_bytes=10))
    intake.log([written("x" * 10)] * (HARD_OUTPUT_FACTOR + 1))
    assert intake.output_exceeded


def test_the_runs_own_folder_is_cut_from_paths() -> None:
    intake = Intake(Limits(), hidden="/somewhere/ar-1/home/")
    intake.log([written('File "/somewhere/ar-1/home/train01.py", line 3\n')])
    assert [event.text for event in intake.ready if isinstance(event, LogWritten)] == ['File "train01.py", line 3\n']


def test_a_failed_rank_is_told_once_and_its_own_words_win() -> None:
    intake = Intake(Limits())
    failure = {"kind": "worker_failed", "attempt": 1, "rank": 2, "error_type": "ValueError", "message": "mine"}
    intake.line(encoded({**failure, "frames": [], "traceback": ""}))
    intake.line(encoded({**failure, "error_type": "WorkerDied", "frames": [], "traceback": ""}))
    assert [event.error_type for event in intake.ready if isinstance(event, WorkerFailed)] == ["ValueError"]


def test_the_sandbox_may_speak_as_the_playground_but_not_as_the_program() -> None:
    intake = Intake(Limits())
    log = {"kind": "log_written", "attempt": None, "rank": None, "stream": "stdout", "origin": "program", "text": "x"}
    intake.line(encoded(log))
    assert [event.origin for event in intake.ready if isinstance(event, LogWritten)] == ["playground"]

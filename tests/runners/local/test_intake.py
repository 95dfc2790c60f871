"""What is let in from a sandbox."""

import json
from typing import Any

import pytest

from allranks.protocol import EventsDropped, Limits, LogWritten, MetricsReported, NonFinite, WorkerFailed
from allranks.runners.local.intake import CONNECTION_BURST, HARD_OUTPUT_FACTOR, METRIC_NAMES, STORAGE_FOLDERS, Intake

REPORT: dict[str, Any] = {
    "kind": "metrics_reported",
    "attempt": 1,
    "rank": 0,
    "index": 0,
    "metrics": {"loss": 0.5, "odd": {"nonfinite": "nan"}},
    "with_checkpoint": False,
    "reported_at": 1.0,
}
FAULT: dict[str, Any] = {"rank": 1, "action": "kill", "by": "plan"}
"""Of events that the host alone writes."""
NCCL: dict[str, Any] = {"kind": "communicator_mismatched", "attempt": 1, "communicator": "0x1", "size": 2}
NCCL |= {"seconds": 1.0, "ranks": [], "silent": []}


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


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
        encoded({**REPORT, "rank": 10**400}),
        encoded({**REPORT, "rank": -1}),
        encoded({**REPORT, "attempt": 0}),
        b"[" * 50_000,
        encoded({"kind": "run_finished", "end": "completed", "sentence": "I say so", "exit_code": 0}),
        encoded({"kind": "graded", "verdict": {"exercise_id": "train01", "passed": True, "checks": []}}),
        encoded({"kind": "fault_injected", **FAULT, "attempt": 1, "reports": 8, "seconds": 0.0}),
        encoded({"kind": "fault_failed", **FAULT, "reason": "I say so"}),
        encoded({"kind": "checkpoints_found", "checkpoints": [], "refused": []}),
        encoded({**NCCL, "ranks": [{"rank": -1, "operations": {}}]}),
        encoded({**NCCL, "silent": [-1]}),
    ],
)
def test_what_no_sandbox_may_say_is_dropped_and_counted(line: bytes) -> None:
    intake = Intake(Limits())
    intake.line(line)
    assert not intake.ready
    assert [drop.count for drop in drops(intake)] == [1]


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        (b"NaN", NonFinite(nonfinite="nan")),
        (b"1e999", NonFinite(nonfinite="inf")),
        (b"9" * 6_000, NonFinite(nonfinite="inf")),
        (b"[" * 5_000 + b"]" * 5_000, "…"),
        (b'"\\ud800\\u0000\\u202e"', "\ufffd\ufffd\ufffd"),
        (b'"' + b"x" * 10_000 + b'"', "x" * 200),
    ],
)
def test_a_hostile_value_is_clamped_and_the_rest_of_its_event_is_kept(written: bytes, kept: object) -> None:
    intake = Intake(Limits())
    intake.line(encoded({**REPORT, "index": 7}).replace(b"0.5", written))
    [event] = intake.ready
    assert isinstance(event, MetricsReported)
    assert (event.index, event.metrics["loss"]) == (7, kept)
    assert drops(intake) == []


def test_metrics_past_their_number_are_counted() -> None:
    intake = Intake(Limits())
    intake.line(encoded({**REPORT, "metrics": {f"m{number}": number for number in range(3_000)}}))
    [event] = intake.ready
    assert isinstance(event, MetricsReported)
    assert len(event.metrics) == 64
    assert [drop.count for drop in drops(intake)] == [3_000 - 64]


def test_a_run_may_name_so_many_metrics_and_goes_on_with_those() -> None:
    intake = Intake(Limits())
    for number in range(METRIC_NAMES + 10):
        intake.line(encoded({**REPORT, "metrics": {"loss": 0.1, f"m{number}": 1}}))
    reports = [event for event in intake.ready if isinstance(event, MetricsReported)]
    assert len(reports) == METRIC_NAMES + 10
    assert all("loss" in report.metrics for report in reports)
    assert len({name for report in reports for name in report.metrics}) == METRIC_NAMES
    assert [drop.count for drop in drops(intake)] == [11]


def test_what_comes_faster_than_it_may_is_counted_by_its_reason() -> None:
    intake = Intake(Limits(events_per_second=5, event_burst=10), clock=Clock())
    for _ in range(1_000):
        intake.line(encoded(REPORT))
    assert len(intake.ready) == 10
    assert drops(intake) == [EventsDropped(count=990, reason="events faster than 5 a second")]


def test_a_line_says_whether_the_next_one_would_come_too_fast() -> None:
    intake = Intake(Limits(event_burst=2), clock=Clock())
    assert intake.line(encoded(REPORT))
    assert intake.line(b"not an event")
    assert not intake.line(encoded(REPORT))
    intake.too_fast(40)
    intake.too_fast(0)
    assert {drop.reason: drop.count for drop in drops(intake)} == {
        "an event was not understood": 1,
        "events faster than 2000 a second": 41,
    }


def test_all_events_of_a_run_have_a_size_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("allranks.runners.local.intake.RECORDED_BYTES", 2 * len(encoded(REPORT)))
    intake = Intake(Limits())
    for _ in range(3):
        intake.line(encoded(REPORT))
    assert len(intake.ready) == 2
    assert drops(intake)[0].reason == f"events past the limit of {2 * len(encoded(REPORT))} bytes"


def test_a_program_cannot_choose_the_reasons_that_are_told() -> None:
    intake = Intake(Limits())
    for number in range(100):
        intake.line(encoded({"kind": "events_dropped", "count": 2, "reason": f"forged {number}"}))
    intake.line(b"not an event")
    assert {drop.reason: drop.count for drop in drops(intake)} == {
        "the sandbox could not send them": 200,
        "an event was not understood": 1,
    }


def test_a_large_event_costs_more_than_a_small_one() -> None:
    intake = Intake(Limits(event_burst=60), clock=Clock())
    large = encoded({**REPORT, "metrics": {"text": "x" * 50_000}})
    for _ in range(3):
        intake.line(large)
    assert [drop.count for drop in drops(intake)] == [2]


def test_a_burst_of_ten_thousand_reports_is_kept() -> None:
    intake = Intake(Limits(), clock=Clock())
    for _ in range(10_000):
        intake.line(encoded(REPORT))
    assert len(intake.ready) == 10_000
    assert drops(intake) == []


def test_four_ranks_that_report_forty_times_a_second_and_print_lose_nothing() -> None:
    clock = Clock()
    intake = Intake(Limits(), clock=clock)
    report = {**REPORT, "metrics": {f"layer{number}/gradient": 0.125 for number in range(60)}}
    kept = 0
    for step in range(40 * 30):
        clock.now += 1 / 40
        for rank in range(4):
            intake.line(encoded({**report, "rank": rank, "index": step}))
            intake.log([written(f"rank {rank}: epoch {step}\n")])
        kept += len(intake.ready)
        intake.take_drops()
        assert not any(isinstance(event, EventsDropped) for event in intake.ready)
        intake.ready.clear()
    assert kept == 40 * 30 * 4 * 2


def test_connections_are_admitted_so_many_a_second() -> None:
    clock = Clock()
    intake = Intake(Limits(), clock=clock)
    assert sum(intake.admit_connection() for _ in range(2_000)) == CONNECTION_BURST
    assert [drop.count for drop in drops(intake)] == [2_000 - CONNECTION_BURST]
    clock.now += 1
    assert intake.admit_connection()


def test_log_text_cannot_command_a_terminal() -> None:
    intake = Intake(Limits())
    intake.log([written("\x1b]0;owned\x07\x1b[2Jloss \u202e0.5\n")])
    assert [event.text for event in intake.ready if isinstance(event, LogWritten)] == ["loss \ufffd0.5\n"]


def test_a_rank_that_cannot_be_is_not_shown_as_a_logs_owner() -> None:
    intake = Intake(Limits())
    intake.log([written("x\n").model_copy(update={"rank": 9_999})])
    assert [event.rank for event in intake.ready if isinstance(event, LogWritten)] == [None]


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


def test_output_that_comes_when_no_more_is_let_in_still_counts_towards_the_end_of_the_run() -> None:
    intake = Intake(Limits(output_bytes=10))
    assert not intake.output_full
    intake.log([written("x" * 11)])
    assert intake.output_full
    intake.lose_output(0)
    assert drops(intake)[0].count == 1
    intake.lose_output(HARD_OUTPUT_FACTOR * 10)
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


def saved_in(storage: object) -> bytes:
    return encoded(
        {"kind": "checkpoint_saved", "attempt": 1, "index": 0, "name": "one", "metrics": {}, "storage": storage}
    )


def test_where_checkpoints_are_said_to_lie_is_kept_for_the_host_and_not_in_the_event() -> None:
    intake = Intake(Limits())
    for storage in ("/home/learner/run", "/home/learner/run", None, ["/etc"]):
        intake.line(saved_in(storage))
    assert intake.storage == ["/home/learner/run"]
    assert len(intake.ready) == 4
    assert not any("storage" in event.model_dump() for event in intake.ready)


def test_the_host_is_told_of_few_storage_folders() -> None:
    intake = Intake(Limits())
    for number in range(50):
        intake.line(saved_in(f"/home/learner/run_{number}"))
    assert len(intake.storage) == STORAGE_FOLDERS

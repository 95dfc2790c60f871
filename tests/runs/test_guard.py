"""What a runner may put into a run's log."""

from __future__ import annotations

import pytest

from allranks.protocol import Event, EventsDropped, Limits, LogWritten, PhaseChanged, RunFinished, RunQueued
from allranks.runs.guard import SLACK, Guard


def line(text: str) -> Event:
    return LogWritten(attempt=None, rank=None, stream="stdout", origin="program", text=text)


def test_what_is_within_the_limits_passes_as_it_is() -> None:
    guard = Guard(Limits())
    assert guard.admit(line("hello")) == [line("hello")]
    assert guard.unsaid() == []
    assert not guard.exhausted


def test_output_past_its_limit_is_dropped_and_said_once_and_counted() -> None:
    guard = Guard(Limits(output_bytes=10))
    assert guard.admit(line("x" * 10 * SLACK)) == [line("x" * 10 * SLACK)]
    assert guard.admit(line("y")) == [EventsDropped(count=1, reason="the run may write 10 bytes of output")]
    assert guard.admit(line("z")) == []
    assert guard.admit(line("z")) == []
    assert guard.unsaid() == [EventsDropped(count=2, reason="the run may write 10 bytes of output")]
    assert guard.admit(PhaseChanged(phase="finishing")) == [PhaseChanged(phase="finishing")]


@pytest.mark.parametrize("event", [line("x" * 500), PhaseChanged(phase="process_group")])
def test_an_event_that_is_too_large_is_dropped(event: Event) -> None:
    (dropped,) = Guard(Limits(event_bytes=10)).admit(event)
    assert dropped == EventsDropped(count=1, reason="an event may have 10 bytes")


def test_exactly_the_allowed_number_of_events_is_allowed() -> None:
    guard = Guard(Limits(events=2))
    assert guard.admit(line("1")) + guard.admit(line("2")) == [line("1"), line("2")]
    assert not guard.exhausted
    assert guard.admit(line("3")) == [EventsDropped(count=1, reason="the run may record 2 events")]
    assert guard.exhausted


def test_the_end_always_passes() -> None:
    finished = RunFinished(end="completed", sentence="Done.", exit_code=0)
    assert Guard(Limits(events=0, event_bytes=0)).admit(finished) == [finished]


def test_a_runner_may_not_write_what_the_server_writes() -> None:
    queued = RunQueued(exercise_id=None, file_name="scratch.py", source="pass", ahead=0)
    assert Guard(Limits()).admit(queued) == [EventsDropped(count=1, reason="a runner may not write run_queued")]


def test_text_that_no_encoding_takes_is_measured_all_the_same() -> None:
    assert Guard(Limits()).admit(line("\ud800")) == [line("\ud800")]

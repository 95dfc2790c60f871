"""When it is said that nothing goes on, how often, and when that ends a run."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from allranks.protocol import (
    Event,
    Job,
    Limits,
    ProgressResumed,
    ProgressStopped,
    RunFinished,
    WorkerGroupEnded,
    WorkerGroupStarted,
)
from allranks.runners import Forever, ScriptedRunner
from allranks.runs.watchdog import MOST, Watchdog
from houses import House, only
from stall_stories import in_call, sample
from stories import Story

RETURNED: dict[str, object] = {"activity": "returned", "where": None, "cpu_percent": 0.0}


class Watch:
    """A watchdog and a clock that only the test moves. Every method but the last gives what was said."""

    def __init__(self, **limits: float) -> None:
        job = Job(run_id="run", file_name="program.py", source="pass\n", limits=Limits.model_validate(limits))
        self.dog = Watchdog(job)
        self.now = 1000.0
        self.group(1)

    def group(self, attempt: int) -> None:
        (started,) = [event for event in Story().group(2).events if isinstance(event, WorkerGroupStarted)]
        self.dog.take(started.model_copy(update={"attempt": attempt}), self.now)

    def second(self, facts: dict[int, dict[str, object]], idle: dict[int, float] | None = None) -> list[Event]:
        """A second with a sample of each rank and two looks."""
        said: list[Event] = []
        for rank, told in facts.items():
            self.dog.take(sample(rank, (idle or {}).get(rank, 0.0), **told), self.now)
        for _ in range(2):
            self.now += 0.5
            said += self.dog.look(self.now)
        return said

    def hang(self, seconds: int) -> list[Event]:
        """Rank 0 waits for a rank that returned."""
        said: list[Event] = []
        for second in range(seconds):
            said += self.second({0: in_call("barrier"), 1: RETURNED}, {0: float(second), 1: float(second)})
        return said

    def work(self, seconds: int) -> list[Event]:
        """Both make steps."""
        said: list[Event] = []
        for second in range(seconds):
            said += self.second({rank: {"steps": second, "cpu_percent": 90.0} for rank in (0, 1)})
        return said


def test_nothing_is_said_while_all_go_on() -> None:
    watch = Watch()
    assert watch.work(300) == []


def test_it_is_said_once_and_within_seven_seconds() -> None:
    watch = Watch()
    watch.work(3)
    began = watch.now
    (stopped,) = watch.hang(7)
    assert isinstance(stopped, ProgressStopped)
    assert stopped.hang
    assert stopped.diagnosis.cause == "early_return"
    assert stopped.since == pytest.approx(began, abs=0.1)
    assert watch.hang(0) == []


def test_how_long_is_a_setting() -> None:
    assert Watch(pause_seconds=20.0).hang(19) == []


def test_it_is_said_when_it_goes_on() -> None:
    watch = Watch()
    watch.hang(8)
    said: list[Event] = []
    for second in range(3):
        said += watch.second({0: {"collectives": 1, "steps": second, "cpu_percent": 90.0}, 1: RETURNED})
    (resumed,) = said
    assert isinstance(resumed, ProgressResumed)
    assert resumed.seconds == pytest.approx(8.5, abs=1.0)


def test_another_explanation_is_said_too() -> None:
    watch = Watch()
    late: dict[str, object] = {"cpu_percent": 90.0}
    said: list[Event] = []
    for second in range(10):
        said += watch.second({0: in_call("barrier"), 1: late}, {0: float(second)})
    for second in range(10, 16):
        said += watch.second({0: in_call("barrier"), 1: RETURNED}, {0: float(second)})
    stops = [event for event in said if isinstance(event, ProgressStopped)]
    assert [(stop.diagnosis.cause, stop.hang) for stop in stops] == [("straggler", False), ("early_return", True)]
    assert stops[0].since == stops[1].since


def test_a_run_that_stops_again_and_again_does_not_fill_its_log() -> None:
    watch = Watch()
    said: list[Event] = []
    for _ in range(MOST + 20):
        said += watch.hang(7)
        said += watch.work(2)
    assert sum(isinstance(event, ProgressStopped) for event in said) == MOST


def test_a_new_attempt_begins_without_the_stop_of_the_last() -> None:
    watch = Watch(idle_seconds=20.0)
    watch.hang(8)
    watch.dog.take(WorkerGroupEnded(attempt=1), watch.now)
    watch.group(2)
    watch.now += 60
    assert watch.dog.look(watch.now) == []
    assert watch.dog.overdue(watch.now) is None


def test_only_what_hangs_is_ended_by_the_idle_limit() -> None:
    slow = Watch(idle_seconds=20.0)
    for second in range(40):
        slow.second({0: in_call("barrier"), 1: {"cpu_percent": 90.0}}, {0: float(second)})
        assert slow.dog.overdue(slow.now) is None
    hung = Watch(idle_seconds=20.0)
    hung.hang(18)
    assert hung.dog.overdue(hung.now) is None
    sentence = hung.dog.overdue(hung.now + 2)
    assert sentence is not None
    assert sentence.startswith("Stopped: nothing went on for 20 seconds, the limit. Rank 0 waits in barrier")


def test_a_run_that_says_by_itself_what_stopped_is_left_to_its_word() -> None:
    watch = Watch()
    watch.dog.take(ProgressResumed(attempt=1, seconds=2.0), watch.now)
    assert watch.hang(10) == []


async def test_a_run_that_hangs_is_explained_and_then_ended(house: Callable[..., House]) -> None:
    samples = [sample(0, 0.0, **in_call("barrier")), sample(1, 0.0, **RETURNED)]
    built = house(
        ScriptedRunner([*Story().group(2).events, *samples, Forever()]),
        limits=Limits(pause_seconds=0.1, idle_seconds=0.3),
    )
    run_id = await built.controller.submit(None, "pass", "request-1")
    async with asyncio.timeout(20):
        records = await built.whole(run_id)
    stopped = only(records, ProgressStopped)
    finished = only(records, RunFinished)
    assert finished.end == "idle_limit"
    assert stopped.diagnosis.title in finished.sentence
    causes = [record.event.diagnosis.cause for record in records if record.event.kind == "diagnosed"]
    assert causes == ["early_return"]

"""A program that seems right is run once more, and only then, with what nobody knew before."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncGenerator, Callable
from typing import Any

import pytest

from allranks.protocol import (
    Event,
    Graded,
    Job,
    Limits,
    LogWritten,
    MetricsReported,
    Repeat,
    RunFinished,
    RunRepeated,
)
from allranks.runners import Runner
from allranks.runs.repeating import REPEATING, draw
from houses import House, kinds, only, solution
from step_stories import observed
from stories import Story

Build = Callable[..., House]
DONE = RunFinished(end="completed", sentence="It ran to its end.", exit_code=0)


def in_step(world_size: int) -> list[Event]:
    """A run that passes train03 with so many ranks."""
    ranks = range(world_size)
    story = Story().group(world_size).prepared(ranks)
    for index in range(10):
        losses: dict[int, float | None] = {rank: 1.0 + rank + index for rank in ranks}
        mean = sum(1.0 + rank + index for rank in ranks) / world_size
        observed(story, index, losses).report(ranks, loss=mean, epoch=index)
    return story.group_ended().events


class Repeats(Runner):
    """Runs a train03 that is right at first. Of the run more, `again` says what the program does there."""

    name = "repeats"
    isolation = "None."

    def __init__(self, again: Callable[[Job], list[Event]]) -> None:
        self.again = again
        self.jobs: list[Job] = []
        self.living = 0

    async def execute(self, job: Job) -> AsyncGenerator[Event, None]:
        self.jobs.append(job)
        self.living += 1
        try:
            events: list[Event]
            if job.variation is None:
                events = [*in_step(3), DONE]
            elif job.run_id.endswith("-solution"):
                events = [*in_step(job.variation.workers), DONE]
            else:
                events = self.again(job)
            for event in events:
                yield event
            if not any(isinstance(event, RunFinished) for event in events):
                await asyncio.Event().wait()
        finally:
            self.living -= 1


def right(job: Job) -> list[Event]:
    assert job.variation is not None
    return [*in_step(job.variation.workers), DONE]


def tripled(job: Job) -> list[Event]:
    """It reports as if there were still three."""
    changed: list[Event] = []
    for event in right(job):
        if isinstance(event, MetricsReported):
            loss = event.metrics["loss"]
            assert isinstance(loss, float)
            event = event.model_copy(update={"metrics": {**event.metrics, "loss": loss * 2 / 3}})
        changed.append(event)
    return changed


async def records_of(house: Build, runner: Repeats, source: str | None = None) -> list[Any]:
    built = house(runner)
    run_id = await built.controller.submit("train03", source or solution("train03"), "request-1")
    return list(await built.whole(run_id))


async def test_a_program_that_is_right_again_passes(house: Build) -> None:
    runner = Repeats(right)
    records = await records_of(house, runner)
    repeated = only(records, RunRepeated)
    assert (repeated.outcome, repeated.unmet) == ("repeated", [])
    assert repeated.reported == repeated.expected
    assert repeated.reported != {}
    verdict = only(records, Graded).verdict
    assert verdict.passed, [(result.check_id, result.sentence) for result in verdict.checks]
    assert kinds(records).index("run_repeated") < kinds(records).index("run_finished")
    assert REPEATING in [record.event.text for record in records if isinstance(record.event, LogWritten)]


async def test_what_was_drawn_is_told_to_both_and_the_solution_is_in_a_run_of_its_own(house: Build) -> None:
    runner = Repeats(right)
    source = solution("train03") + "# mine\n"
    await records_of(house, runner, source)
    first, *others = runner.jobs
    again, solved = sorted(others, key=lambda job: job.run_id)
    assert first.variation is None
    assert again.variation == solved.variation is not None
    assert (again.source, solved.source) == (source, solution("train03"))
    assert len({first.run_id, again.run_id, solved.run_id}) == 3


async def test_a_program_made_for_one_world_size_fails_this_check_alone(house: Build) -> None:
    verdict = only(await records_of(house, Repeats(tripled)), Graded).verdict
    assert [result.check_id for result in verdict.checks if result.outcome == "failed"] == ["holds-again"]


async def test_a_program_that_is_wrong_already_is_not_run_again(house: Build) -> None:
    class Parts(Repeats):
        async def execute(self, job: Job) -> AsyncGenerator[Event, None]:
            self.jobs.append(job)
            for event in [*Story().group(3).events, DONE]:
                yield event

    runner = Parts(right)
    records = await records_of(house, runner)
    assert len(runner.jobs) == 1
    assert "run_repeated" not in kinds(records)


async def test_a_program_that_fails_there_fails(house: Build) -> None:
    failed = RunFinished(end="program_failed", sentence="It raised.", exit_code=1)
    repeated = only(await records_of(house, Repeats(lambda job: [failed])), RunRepeated)
    assert (repeated.outcome, repeated.sentence) == ("failed", "It raised.")


async def test_stop_ends_it_and_leaves_no_run_alive(house: Build) -> None:
    runner = Repeats(lambda job: list(Story().group(2).events))
    built = house(runner)
    run_id = await built.controller.submit("train03", solution("train03"), "request-1")
    await built.until(run_id, "log_written")
    built.controller.cancel(run_id)
    records = await built.whole(run_id)
    assert runner.living == 0
    repeated = only(records, RunRepeated)
    assert (repeated.outcome, repeated.sentence) == ("not_tried", "it was stopped on request")
    assert only(records, RunFinished).end == "completed"
    assert not only(records, Graded).verdict.passed


async def test_a_runner_that_breaks_down_there_costs_nobody_the_run_before(
    house: Build, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(job: Job) -> list[Event]:
        raise OSError("the disk is full")

    records = await records_of(house, Repeats(breaks))
    assert only(records, RunRepeated).outcome == "not_tried"
    assert only(records, RunFinished).end == "completed"
    outcomes = {result.check_id: result.outcome for result in only(records, Graded).verdict.checks}
    assert outcomes.pop("holds-again") == "not_judged"
    assert set(outcomes.values()) == {"passed"}
    assert "could not be repeated" in caplog.text


async def test_a_program_that_never_ends_there_is_ended_at_the_limit(house: Build) -> None:
    runner = Repeats(lambda job: list(Story().group(2).events))
    built = house(runner, limits=Limits(run_seconds=1.0))
    run_id = await built.controller.submit("train03", solution("train03"), "request-1")
    repeated = only(await built.whole(run_id), RunRepeated)
    assert (repeated.outcome, repeated.sentence) == ("failed", "it was stopped at a limit")
    assert runner.living == 0


def test_each_draw_is_another_one_within_its_ranges() -> None:
    repeat = Repeat(workers=[2, 5], config={"lr": (0.01, 0.03), "batches": (15, 25)}, metric="loss")
    source = random.Random(1)
    drawn = [draw(repeat, source) for _ in range(50)]
    assert {variation.workers for variation in drawn} == {2, 5}
    assert len({variation.seed for variation in drawn}) == 50
    assert all(0.01 <= variation.config["lr"] <= 0.03 for variation in drawn)
    assert {type(variation.config["batches"]) for variation in drawn} == {int}
    assert all(15 <= variation.config["batches"] <= 25 for variation in drawn)

"""The exercise is proved both ways, in real runs: the solution passes, and each wrong answer fails what it should."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from allranks.catalog import default_exercises_folder, read_exercise
from allranks.diagnosis import diagnose
from allranks.grading import grade
from allranks.protocol import LogWritten, Record, RunQueued, Verdict, WrongAnswer
from real_runs import Run, execute

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

FOLDER = default_exercises_folder() / "train01-torch-trainer"
EXERCISE = read_exercise(FOLDER)
EXPLAINED = {
    "reads-result-metrics": {"result_metrics_none": "print(f\"Final loss: {result.metrics['loss']:.4f}\")"},
}
"""Cause and line of the diagnosis, for the one wrong answer that crashes."""
PLAIN_RUN = "import ray, runpy, sys; ray.init(num_cpus=4); runpy.run_path(sys.argv[1], run_name='__main__')"


def records_of(source: str, run: Run) -> list[Record]:
    """As the store would hold the run, its queueing included."""
    queued = RunQueued(exercise_id=EXERCISE.id, file_name=EXERCISE.file_name, source=source, ahead=0)
    events, times = [queued, *run.events], [run.times[0], *run.times]
    return [
        Record(run_id=run.run_id, seq=seq, time=time, event=event)
        for seq, (event, time) in enumerate(zip(events, times, strict=True), 1)
    ]


def failing(verdict: Verdict) -> list[str]:
    return [check.check_id for check in verdict.checks if check.outcome != "passed"]


def told(run: Run, verdict: Verdict) -> str:
    """What a failed assertion should show: the verdict, the end, and the last that was written."""
    logs = [event.text for event in run.events if isinstance(event, LogWritten)]
    return f"{verdict}\n{run.finished}\n{''.join(logs)[-2000:]}"


async def test_the_solution_passes_every_check() -> None:
    run, _ = await execute(EXERCISE.solution)
    records = records_of(EXERCISE.solution, run)
    verdict = grade(EXERCISE.id, EXERCISE.checks, records)

    assert verdict.passed, told(run, verdict)
    assert diagnose(records) == []


async def test_the_starter_ends_well_and_does_not_pass() -> None:
    run, _ = await execute(EXERCISE.starter)
    verdict = grade(EXERCISE.id, EXERCISE.checks, records_of(EXERCISE.starter, run))

    assert run.finished.end == "completed", told(run, verdict)
    assert failing(verdict) == ["four-workers", "prepared", "reports", "loss"], told(run, verdict)


@pytest.mark.parametrize("wrong", EXERCISE.wrong_answers, ids=lambda wrong: str(wrong.name))
async def test_a_wrong_answer_fails_its_check_and_no_other(wrong: WrongAnswer) -> None:
    run, _ = await execute(wrong.source)
    records = records_of(wrong.source, run)
    verdict = grade(EXERCISE.id, EXERCISE.checks, records)
    lines = wrong.source.splitlines()
    explained = {
        diagnosis.cause: lines[diagnosis.where.line - 1].strip() for diagnosis in diagnose(records) if diagnosis.where
    }

    assert failing(verdict) == [wrong.fails], told(run, verdict)
    assert explained == EXPLAINED.get(wrong.name, {})


def test_the_solution_runs_in_a_terminal_with_plain_ray(tmp_path: Path) -> None:
    environment = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_TRAIN_HEALTH_CHECK_INTERVAL_S": "0.1"}
    command = [sys.executable, "-c", PLAIN_RUN, str(FOLDER / "solution.py")]

    finished = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=140)

    assert finished.returncode == 0, finished.stderr[-2000:]
    assert "Training is over." in finished.stdout

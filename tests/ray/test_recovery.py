"""What is seen of checkpoints in real runs: by the ranks, and by the host when all of them are gone."""

from __future__ import annotations

import pytest

from allranks.catalog import default_exercises_folder, read_exercise
from allranks.grading import grade
from allranks.protocol import (
    CheckpointLoaded,
    CheckpointSaved,
    CheckpointsFound,
    CheckpointUploaded,
    PlannedFault,
    Record,
    Verdict,
    WorkerGroupStarted,
)
from real_runs import Run, execute, run_once

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

TRAIN04 = read_exercise(next(default_exercises_folder().glob("train04-*")))
KILLS = [
    PlannedFault(action="kill", rank=1, attempt=1, after_checkpoints=1, at_report=5),
    PlannedFault(action="kill", rank=0, attempt=2, at_report=6),
]


def verdict_of(run: Run) -> Verdict:
    records = [
        Record(run_id=run.run_id, seq=seq, time=time, event=event)
        for seq, (time, event) in enumerate(zip(run.times, run.events, strict=True), 1)
    ]
    return grade(TRAIN04.id, TRAIN04.checks, records, TRAIN04.explanation)


def failed(verdict: Verdict) -> set[str]:
    return {result.check_id for result in verdict.checks if result.outcome == "failed"}


@pytest.fixture(scope="module")
def solved() -> Run:
    """The solution, with both kills."""
    return run_once(execute(TRAIN04.solution, faults=KILLS))


def test_the_solution_passes_through_both_kills(solved: Run) -> None:
    verdict = verdict_of(solved)
    assert verdict.passed, [(result.check_id, result.sentence, result.evidence) for result in verdict.checks]
    assert "They hit rank 1 and rank 0." in verdict.explanation
    assert {result.check_id: result.basis for result in verdict.checks}["pruned"] == "observed"


def test_every_rank_of_every_attempt_says_what_it_began_from(solved: Run) -> None:
    loaded = solved.of(CheckpointLoaded)
    assert sorted((event.attempt, event.rank) for event in loaded) == [(a, r) for a in (1, 2, 3) for r in (0, 1)]
    assert {event.name for event in loaded if event.attempt == 1} == {None}
    names = [event.name for event in solved.of(CheckpointSaved)]
    for attempt in (2, 3):
        (name,) = {event.name for event in loaded if event.attempt == attempt}
        assert name in names


def test_uploads_are_told_by_the_rank_that_made_them(solved: Run) -> None:
    uploads = solved.of(CheckpointUploaded)
    assert {event.rank for event in uploads} == {0}
    committed = {(event.attempt, event.index) for event in solved.of(CheckpointSaved)}
    assert committed <= {(event.attempt, event.index) for event in uploads}
    for upload in uploads:
        assert [file.name for file in upload.files] == ["state.pt"]
        assert upload.files[0].size > 1000
        assert 0 < upload.seconds < 10


def test_the_host_finds_the_checkpoints_that_were_kept(solved: Run) -> None:
    (found,) = solved.of(CheckpointsFound)
    saved = [event.name for event in solved.of(CheckpointSaved)]
    assert found.refused == []
    assert [checkpoint.name for checkpoint in found.checkpoints if checkpoint.name in saved] == saved[-2:]
    newest = next(checkpoint for checkpoint in found.checkpoints if checkpoint.name == saved[-1])
    assert [file.name for file in newest.files] == ["state.pt"]
    assert newest.files[0].size == solved.of(CheckpointUploaded)[-1].files[0].size


NOTHING_BUT_WORDS = """print("PASSED")
print("All checks passed: 2 kills survived.")
"""

FOLDERS_BY_HAND = """import os
for name in ("checkpoint_1", "checkpoint_2"):
    folder = os.path.expanduser(f"~/ray_results/run/{name}")
    os.makedirs(folder)
    open(os.path.join(folder, "state.pt"), "wb").write(b"x" * 3000)
"""

REPORT_REPLACED = """from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    train.report = lambda metrics, checkpoint=None: None
    for epoch in range(30):
        train.report({"loss": 0.01, "epoch": epoch})

TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
"""

OUR_CALLBACK_REMOVED = """import os
os.environ.pop("RAY_TRAIN_CALLBACKS", None)
"""


async def test_printing_that_it_passed_fails() -> None:
    run, _ = await execute(NOTHING_BUT_WORDS, faults=KILLS)
    assert failed(verdict_of(run)) == {"survived", "pruned"}
    assert not verdict_of(run).passed


async def test_checkpoint_folders_made_by_hand_fail() -> None:
    run, _ = await execute(FOLDERS_BY_HAND, faults=KILLS)
    assert run.of(CheckpointsFound) == []
    assert failed(verdict_of(run)) == {"survived", "pruned"}


async def test_a_report_that_does_nothing_is_no_report() -> None:
    run, _ = await execute(REPORT_REPLACED, faults=KILLS)
    assert run.finished.end == "completed"
    assert failed(verdict_of(run)) == {"survived", "pruned"}


async def test_a_solution_that_takes_our_callback_away_proves_nothing() -> None:
    run, _ = await execute(OUR_CALLBACK_REMOVED + TRAIN04.solution, faults=KILLS)
    assert run.finished.end == "completed"
    assert run.of(WorkerGroupStarted) == []
    assert failed(verdict_of(run)) == {"survived", "pruned"}
    assert not verdict_of(run).passed

"""What is seen of checkpoints in real runs: by the ranks, and by the host when all of them are gone."""

from __future__ import annotations

from textwrap import indent

import pytest

from allranks.catalog import default_exercises_folder, read_exercise
from allranks.grading import grade
from allranks.protocol import (
    CheckpointLoaded,
    CheckpointReloaded,
    CheckpointSaved,
    CheckpointsFound,
    CheckpointUploaded,
    PlannedFault,
    Record,
    RunFinished,
    RunQueued,
    Verdict,
    WorkerGroupStarted,
)
from allranks.runners.local.plain import Plain
from real_runs import Run, best_enclosure, execute, run_once

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

TRAIN04 = read_exercise(next(default_exercises_folder().glob("train04-*")))
KILLS = [
    PlannedFault(action="kill", rank=1, attempt=1, after_checkpoints=1, at_report=5),
    PlannedFault(action="kill", rank=0, attempt=2, at_report=6),
]


def verdict_of(run: Run, source: str | None = None) -> Verdict:
    """What the server says of a run; without a `source`, what reads it is not judged."""
    records = [
        Record(run_id=run.run_id, seq=seq, time=time, event=event)
        for seq, (time, event) in enumerate(zip(run.times, run.events, strict=True), 1)
    ]
    if source is not None:
        queued = RunQueued(exercise_id=TRAIN04.id, file_name=TRAIN04.file_name, source=source, ahead=0)
        records.insert(0, Record(run_id=run.run_id, seq=0, time=run.times[0], event=queued))
    return grade(TRAIN04.id, TRAIN04.checks, records, TRAIN04.explanation)


def failed(verdict: Verdict) -> set[str]:
    return {result.check_id for result in verdict.checks if result.outcome == "failed"}


@pytest.fixture(scope="module")
def solved() -> Run:
    """The solution, with both kills."""
    return run_once(execute(TRAIN04.solution, faults=KILLS, rerun=TRAIN04.rerun))


def test_the_solution_passes_through_both_kills(solved: Run) -> None:
    verdict = verdict_of(solved, TRAIN04.solution)
    assert verdict.passed, [(result.check_id, result.sentence, result.evidence) for result in verdict.checks]
    assert "They hit rank 1 and rank 0." in verdict.explanation
    assert {result.check_id: result.basis for result in verdict.checks}["pruned"] == "observed"
    assert {result.check_id: result.basis for result in verdict.checks}["opens"] == "rerun"


def test_the_newest_checkpoint_is_opened_apart_from_the_program(solved: Run) -> None:
    (reloaded,) = solved.of(CheckpointReloaded)
    assert reloaded.name == solved.of(CheckpointSaved)[-1].name
    assert (reloaded.outcome, reloaded.sentence) == ("loaded", "")
    loss = reloaded.numbers["loss"]
    assert isinstance(loss, float)
    assert 0.005 < loss < 0.02, "the noise alone is 0.01"
    assert isinstance(solved.events[-1], RunFinished)


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

SAVES_TWICE = """import os, tempfile
from ray import train
from ray.train import Checkpoint, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    for step in range(2):
        with tempfile.TemporaryDirectory() as folder:
            open(os.path.join(folder, "state"), "w").write("12345")
            train.report({"step": step}, checkpoint=Checkpoint.from_directory(folder))

TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1), run_config=None).fit()
"""

FORGED = """import os, subprocess, time
from allranks.recorder.channel import Channel, SOCKET_VARIABLE

os.environ[SOCKET_VARIABLE] = "/ev/host"
storage = os.path.expanduser("~/ray_results/run")
os.makedirs(storage)
channel = Channel()
epoch = 0
for attempt in (1, 2, 3):
    ranks = [subprocess.Popen(["sleep", "60"]) for _ in range(2)]
    facts = dict(local_rank=0, node_rank=0, world_size=2, local_world_size=2, node_ip="127.0.0.1", device="cpu",
                 backend="gloo", master_addr="127.0.0.1", master_port="1")
    channel.emit("worker_group_started", attempt=attempt,
                 ranks=[{**facts, "rank": rank, "pid": process.pid} for rank, process in enumerate(ranks)])
    for rank in (0, 1):
        name = f"checkpoint_{epoch - 1}" if epoch else None
        state = {"parameters_hash": f"w{epoch - 1}", "optimizer_hash": f"o{epoch - 1}"}
        channel.emit("checkpoint_loaded", attempt=attempt, rank=rank, name=name)
        channel.emit("training_began", attempt=attempt, rank=rank, **state)
    for index in range(8):
        metrics = {"loss": 1.0, "epoch": epoch}
        for rank in (0, 1):
            channel.emit("steps_observed", attempt=attempt, rank=rank, index=index, steps=1, parameters_norm=1.0,
                         gradients_norm=1.0, history_hash="h", losses=1, local_loss=1.0, all_reduces=1,
                         all_reduce_bytes=1, all_reduce_milliseconds=1.0, parameters_hash=f"w{epoch}",
                         optimizer_hash=f"o{epoch}")
            channel.emit("metrics_reported", attempt=attempt, rank=rank, index=index, metrics=metrics,
                         with_checkpoint=True, reported_at=1.0)
        channel.emit("checkpoint_saved", attempt=attempt, index=index, name=f"checkpoint_{epoch}", metrics=metrics,
                     storage=storage)
        epoch += 1
    channel.flush()
    if attempt < 3:
        while all(process.poll() is None for process in ranks):
            time.sleep(0.01)
    channel.emit("worker_group_ended", attempt=attempt)
for number in (22, 23) if MODEL else ():
    os.makedirs(f"{storage}/checkpoint_{number}")
    exec(MODEL, {"FILE": f"{storage}/checkpoint_{number}/state.pt"})
channel.emit("checkpoints_found", refused=[],
             checkpoints=[{"name": "checkpoint_23", "files": [{"name": "state.pt", "size": 3000}]}])
channel.flush()
"""


async def test_printing_that_it_passed_fails() -> None:
    run, _ = await execute(NOTHING_BUT_WORDS, faults=KILLS)
    assert failed(verdict_of(run)) == {"survived", "pruned", "opens"}
    assert not verdict_of(run).passed


async def test_checkpoint_folders_made_by_hand_fail() -> None:
    run, _ = await execute(FOLDERS_BY_HAND, faults=KILLS)
    assert run.of(CheckpointsFound) == []
    assert failed(verdict_of(run)) == {"survived", "pruned", "opens"}


async def test_a_report_that_does_nothing_is_no_report() -> None:
    run, _ = await execute(REPORT_REPLACED, faults=KILLS)
    assert run.finished.end == "completed"
    assert failed(verdict_of(run)) == {"survived", "pruned", "opens"}


async def test_a_solution_that_takes_our_callback_away_proves_nothing() -> None:
    run, _ = await execute(OUR_CALLBACK_REMOVED + TRAIN04.solution, faults=KILLS)
    assert run.finished.end == "completed"
    assert run.of(WorkerGroupStarted) == []
    assert failed(verdict_of(run)) == {"survived", "pruned", "opens"}
    assert not verdict_of(run).passed


UNTRAINED = 'import torch; torch.save({"model": torch.nn.Linear(4, 1).state_dict()}, FILE)'
TRAINED = """import torch
torch.save({"weight": torch.tensor([[1.5, -2.0, 0.5, 3.0]]), "bias": torch.tensor([1.0])}, FILE)"""


@pytest.mark.parametrize(
    ("written", "fails"),
    [
        (None, {"pruned", "opens"}),
        ('open(FILE, "wb").write(b"x" * 3000)', {"opens"}),
        (UNTRAINED, {"opens"}),
        (TRAINED, set()),
    ],
    ids=["no-files", "files-of-nothing", "an-untrained-model", "the-trained-model"],
)
async def test_who_forges_every_event_is_found_out_by_the_files(written: str | None, fails: set[str]) -> None:
    """Who speaks the recorder's own language is believed in what nobody can see from outside, and what is read in the
    source may stand there for show; the README says so. But the model has to be there, and trained."""
    if best_enclosure().level == "D":
        pytest.skip("the forger knows where the socket is in a sandbox")
    source = FORGED.replace("MODEL", repr(written)) + f"\ndef for_show():\n{indent(TRAIN04.solution, '    ')}"
    run, _ = await execute(source, faults=KILLS, rerun=TRAIN04.rerun)
    verdict = verdict_of(run, source)
    assert failed(verdict) == fails, [(result.check_id, result.sentence) for result in verdict.checks]
    assert verdict.passed == (not fails)


async def test_the_host_looks_into_storage_without_a_sandbox_as_well() -> None:
    run, _ = await execute(SAVES_TWICE, enclosure=Plain())
    (found,) = run.of(CheckpointsFound)
    assert found.refused == []
    assert [checkpoint.name for checkpoint in found.checkpoints] == [e.name for e in run.of(CheckpointSaved)]
    assert [[(file.name, file.size) for file in found.files] for found in found.checkpoints] == [[("state", 5)]] * 2


async def test_storage_in_the_temporary_folder_is_looked_into() -> None:
    source = SAVES_TWICE.replace("run_config=None", 'run_config=RunConfig(storage_path="/tmp/mine")')
    run, _ = await execute(source)
    (found,) = run.of(CheckpointsFound)
    if best_enclosure().level != "D":
        assert len(found.checkpoints) == 2, found.refused
    else:
        assert "outside the run's own folders" in found.refused[0]

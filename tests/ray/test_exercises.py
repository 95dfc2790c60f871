"""Every exercise is proved in real runs, in warm sandboxes; and its solution runs the same with plain Ray."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

from allranks.authoring.form import programs
from allranks.authoring.proof import AT_ONCE, SOLUTION, TURNS, Proof, prove_all
from allranks.catalog import Catalog, default_exercises_folder
from allranks.protocol import Diagnosed, Exercise, WorkerGroupStarted
from allranks.runners.local import LocalRunner
from real_runs import best_enclosure
from train01_anywhere import train01_anywhere

PROVING_SECONDS = 900
PLAIN_SECONDS = 600
pytestmark = [pytest.mark.ray, pytest.mark.timeout(PROVING_SECONDS)]

FOLDER = default_exercises_folder()
EXERCISES = list(Catalog.read(FOLDER))
ANYWHERE = train01_anywhere()
PROGRAMS = [(exercise, file) for exercise in EXERCISES for file in programs(exercise)]
every_program = pytest.mark.parametrize(
    ("exercise", "file"), PROGRAMS, ids=[f"{exercise.id}-{file}" for exercise, file in PROGRAMS]
)
PLAIN = """
import runpy, sys, ray
ray.init(num_cpus=8)
for path in sys.argv[1:]:
    print("begins", path, flush=True)
    runpy.run_path(path, run_name="__main__")
    print("ends", path, flush=True)
"""


def causes(proof: Proof) -> dict[str, str | None]:
    """Each diagnosis with the learner's line that it names."""
    told = [record.event.diagnosis for record in proof.records if isinstance(record.event, Diagnosed)]
    return {diagnosis.cause: diagnosis.where.text.strip() if diagnosis.where else None for diagnosis in told}


@pytest.fixture(scope="module")
def proofs() -> dict[tuple[str, str], Proof]:
    """All of them, made with one pool of sandboxes."""

    async def prove() -> dict[tuple[str, str], Proof]:
        runner = LocalRunner(enclosure=best_enclosure(), pool_size=AT_ONCE, turns=TURNS)
        return {(proof.exercise_id, proof.file): proof async for proof in prove_all([*EXERCISES, ANYWHERE], runner)}

    return asyncio.run(prove())


@every_program
def test_a_program_does_what_it_is_there_for(
    exercise: Exercise, file: str, proofs: dict[tuple[str, str], Proof]
) -> None:
    assert proofs[exercise.id, file].problem is None


@pytest.mark.parametrize(
    "exercise", [exercise for exercise in EXERCISES if not exercise.faults], ids=lambda exercise: str(exercise.id)
)
def test_a_solution_gives_no_cause_for_a_diagnosis(exercise: Exercise, proofs: dict[tuple[str, str], Proof]) -> None:
    assert causes(proofs[exercise.id, SOLUTION]) == {}


def test_the_answer_that_reads_what_is_none_is_explained_at_its_line(proofs: dict[tuple[str, str], Proof]) -> None:
    line = "print(f\"Final loss: {result.metrics['loss']:.4f}\")"
    assert causes(proofs["train01", "wrong/reads-result-metrics.py"]) == {"result_metrics_none": line}


def test_train01_with_its_device_and_backend_chosen_passes_all_the_same(
    proofs: dict[tuple[str, str], Proof],
) -> None:
    proof = proofs[ANYWHERE.id, SOLUTION]
    assert proof.problem is None
    groups = [record.event for record in proof.records if isinstance(record.event, WorkerGroupStarted)]
    chosen = {(fact.device.split(":")[0], fact.backend) for group in groups for fact in group.ranks}
    assert chosen in ({("cpu", "gloo")}, {("cuda", "nccl")})


def test_every_solution_runs_in_a_terminal_with_plain_ray(tmp_path: Path) -> None:
    environment = {**os.environ, "RAY_USAGE_STATS_ENABLED": "0", "RAY_TRAIN_HEALTH_CHECK_INTERVAL_S": "0.1"}
    solutions = [str(path) for path in sorted(FOLDER.glob(f"*/{SOLUTION}"))]

    finished = subprocess.run(
        [sys.executable, "-c", PLAIN, *solutions],
        cwd=tmp_path,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PLAIN_SECONDS,
    )

    assert finished.returncode == 0, finished.stderr[-3000:]
    assert [line for line in finished.stdout.splitlines() if line.startswith("ends ")] == [
        f"ends {path}" for path in solutions
    ]

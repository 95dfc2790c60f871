"""Programs are proved by what their runs show; here the runs are written down."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from allranks.authoring.form import programs
from allranks.authoring.proof import Proof, prove_all
from allranks.catalog import Catalog, default_exercises_folder
from allranks.protocol import Exercise, Job
from allranks.runners import ScriptedRunner
from allranks.runners.scripted import Step
from stories import Story, solved

LOSSES = [1.0] * 10
EVERYONE = range(4)


@pytest.fixture(scope="module")
def train01() -> Exercise:
    return Catalog.read(default_exercises_folder()).get("train01")


def ended(story: Story) -> list[Step]:
    return list(story.group_ended().ended().events)


WRONG: dict[str, Callable[[], list[Step]]] = {
    "two-workers": lambda: ended(Story().group(2).prepared([0, 1]).epochs([0, 1], [1.0] * 9 + [0.01])),
    "model-not-prepared": lambda: ended(Story().group(4).epochs(EVERYONE, [1.0] * 9 + [0.01])),
    "one-report-at-the-end": lambda: ended(Story().group(4).prepared(EVERYONE).epochs(EVERYONE, [0.01])),
    "epoch-not-reported": lambda: ended(Story().group(4).prepared(EVERYONE).epochs(EVERYONE, [0.01] * 3)),
    "gradients-not-zeroed": lambda: ended(Story().group(4).prepared(EVERYONE).epochs(EVERYONE, LOSSES)),
    "reads-result-metrics": lambda: list(
        Story()
        .group(4)
        .prepared(EVERYONE)
        .epochs(EVERYONE, [1.0] * 9 + [0.01])
        .group_ended()
        .raised()
        .ended("program_failed", 1)
        .events
    ),
}


async def proofs(exercise: Exercise, **instead: Callable[[], list[Step]]) -> dict[str, Proof]:
    """Every program's proof by its file, each run going as it should, but for those in `instead`."""
    files = {source: file for file, source in programs(exercise).items()}
    stories = {f"wrong/{name}.py": story for name, story in WRONG.items()}
    stories |= {"solution.py": lambda: list(solved().events), "starter.py": WRONG["model-not-prepared"]}
    stories |= {f"{name}.py": story for name, story in instead.items()}

    def script(job: Job) -> Iterable[Step]:
        return stories[files[job.source]]()

    return {proof.file: proof async for proof in prove_all([exercise], ScriptedRunner(script))}


async def test_an_exercise_whose_runs_go_as_they_should_is_proved(train01: Exercise) -> None:
    proved = await proofs(train01)
    assert set(proved) == set(programs(train01))
    assert {file: proof.problem for file, proof in proved.items() if proof.problem} == {}


async def test_a_solution_that_does_not_pass_is_told_with_the_check(train01: Exercise) -> None:
    problem = (await proofs(train01, solution=WRONG["gradients-not-zeroed"]))["solution.py"].problem
    assert problem is not None
    assert problem.startswith("it must pass, and does not: loss failed (On rank 0")


async def test_a_starter_that_passes_is_told(train01: Exercise) -> None:
    of_runs = train01.model_copy(update={"checks": [check for check in train01.checks if check.claim is None]})
    problem = (await proofs(of_runs, starter=lambda: list(solved().events)))["starter.py"].problem
    assert problem == "it passes as it is: there is nothing to learn"


async def test_a_starter_that_crashes_is_told(train01: Exercise) -> None:
    problem = (await proofs(train01, starter=WRONG["reads-result-metrics"]))["starter.py"].problem
    assert problem is not None
    assert problem.startswith("it must run to its end:")


async def test_a_wrong_answer_that_fails_another_check_is_told(train01: Exercise) -> None:
    swapped = {"wrong/two-workers": WRONG["gradients-not-zeroed"]}
    problem = (await proofs(train01, **swapped))["wrong/two-workers.py"].problem
    assert problem is not None
    assert problem.startswith("it must fail four-workers and no other check: loss failed")


async def test_a_run_that_was_stopped_proves_nothing(train01: Exercise) -> None:
    stuck = {"wrong/two-workers": lambda: list(Story().group(2).ended("out_of_memory").events)}
    problem = (await proofs(train01, **stuck))["wrong/two-workers.py"].problem
    assert problem is not None
    assert problem.startswith("it ended with out_of_memory")

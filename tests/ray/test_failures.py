"""How runs that go wrong are told."""

import pytest

from allranks.protocol import MetricsReported, PhaseChanged, ProgramFailed, WorkerFailed, WorkerGroupStarted
from allranks.runners.local.plain import Plain
from real_runs import execute

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

ONE_RANK_RAISES = """from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    train.report({"step": 0})
    if train.get_context().get_world_rank() == 1:
        raise ValueError("rank one is broken")
    train.report({"step": 1})

TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2)).fit()
"""

KILLED_ONCE = """import os, signal, tempfile
from ray import train
from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    context = train.get_context()
    checkpoint = train.get_checkpoint()
    start = 0
    if checkpoint:
        with checkpoint.as_directory() as folder:
            start = int(open(os.path.join(folder, "step")).read()) + 1
    for step in range(start, 4):
        with tempfile.TemporaryDirectory() as folder:
            open(os.path.join(folder, "step"), "w").write(str(step))
            train.report({"step": step}, checkpoint=Checkpoint.from_directory(folder))
        if step == 1 and start == 0 and context.get_world_rank() == 1:
            while not train.get_all_reported_checkpoints():
                pass
            os.kill(os.getpid(), signal.SIGKILL)

TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=2),
             run_config=RunConfig(failure_config=FailureConfig(max_failures=1))).fit()
"""

NO_CHECKPOINT = """from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

def loop(config):
    train.report({"loss": 0.5})

results = TorchTrainer(loop, train_loop_config={}, scaling_config=ScalingConfig(num_workers=1)).fit()
print(f"loss: {results.metrics['loss']}")
"""


async def test_a_rank_that_raises_is_named_with_the_learners_line() -> None:
    run, _ = await execute(ONE_RANK_RAISES)
    failure = next(event for event in run.of(WorkerFailed) if event.rank == 1)
    assert (failure.error_type, failure.message, failure.attempt) == ("ValueError", "rank one is broken", 1)
    first = failure.frames[0]
    assert (first.own, first.file, first.line, first.function) == (True, "program.py", 8, "loop")
    assert "allranks/recorder" not in failure.traceback
    (program,) = run.of(ProgramFailed)
    assert program.error_type == "WorkerGroupError"
    assert program.frames[0].line == 11
    assert run.finished.end == "program_failed"


async def test_a_rank_killed_from_outside_is_told_and_the_next_attempt_resumes() -> None:
    run, _ = await execute(KILLED_ONCE)
    assert run.finished.end == "completed", run.text() + run.text("ray")
    assert [group.attempt for group in run.of(WorkerGroupStarted)] == [1, 2]
    dead = [event for event in run.of(WorkerFailed) if event.rank == 1]
    assert [(event.attempt, event.frames) for event in dead] == [(1, [])]
    assert "Died" in dead[0].error_type or "HealthCheck" in dead[0].error_type
    resumed = [event for event in run.of(MetricsReported) if event.attempt == 2 and event.rank == 1]
    assert resumed[0].index == 0
    assert resumed[0].metrics["step"] in (1, 2)
    phases = [event.phase for event in run.of(PhaseChanged)]
    assert phases.count("workers") == 2


async def test_the_missing_metrics_of_a_result_without_a_checkpoint_are_the_learners_line() -> None:
    run, _ = await execute(NO_CHECKPOINT)
    (failure,) = run.of(ProgramFailed)
    assert (failure.error_type, failure.message) == ("TypeError", "'NoneType' object is not subscriptable")
    assert failure.frames[0].line == 9
    assert failure.frames[0].text == "print(f\"loss: {results.metrics['loss']}\")"
    assert run.finished.sentence == "The program raised TypeError at program.py:9."


@pytest.mark.parametrize(
    ("source", "end", "words"),
    [
        ("x = (1,\n", "program_failed", "SyntaxError at program.py:1"),
        ("import sys\nsys.exit(3)\n", "program_failed", "exit status 3"),
        ("import sys\nsys.exit('stop here')\n", "program_failed", "exit status 1"),
        ("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n", "harness_lost", "SIGSEGV"),
        ("", "completed", "ran to its end"),
        ("import atexit, threading\natexit.register(print, 'bye')\n", "completed", "ran to its end"),
    ],
)
async def test_a_program_without_ray_ends_as_python_ends_it(source: str, end: str, words: str) -> None:
    run, _ = await execute(source)
    assert run.finished.end == end
    assert words in run.finished.sentence
    if "bye" in source:
        assert run.text() == "bye\n"
    if "stop here" in source:
        assert run.text() == "stop here\n"


async def test_a_program_that_kills_whoever_watches_over_it_ends_with_everything_it_started() -> None:
    source = "import os, signal, ray\nray.init()\nos.kill(os.getppid(), signal.SIGKILL)\nsignal.pause()\n"
    run, _ = await execute(source, enclosure=Plain())
    assert run.finished.end == "harness_lost"
    assert "watches over" in run.finished.sentence

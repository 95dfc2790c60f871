"""One run of two ranks, looked at from all sides. Every test reads the same run."""

import re

import pytest

from allranks.protocol import (
    CheckpointSaved,
    MetricsReported,
    ModelPrepared,
    NonFinite,
    PhaseChanged,
    WorkerGroupStarted,
)
from real_runs import Run, best_enclosure, execute, run_once

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

REPORTS = 200
DRAWN_SECONDS = 0.3

PROGRAM = f"""
import logging, os, subprocess, sys, tempfile
import ray
from ray import train
from ray.train import Checkpoint, ScalingConfig
from ray.train.torch import TorchTrainer, prepare_model

ray.shutdown()
ray.init(num_cpus=4)
ray.init(ignore_reinit_error=True)
try:
    ray.init()
except RuntimeError as error:
    print("twice:", type(error).__name__)

@ray.remote
def task():
    print("a task speaks")
    return 41

def loop(config):
    import torch
    rank = train.get_context().get_world_rank()
    print("rank", rank, "is here")
    logging.getLogger("learner").warning("a warning of mine")
    subprocess.run(["echo", "a subprocess speaks"])
    model = prepare_model(torch.nn.Linear(3, 2))
    for step in range({REPORTS}):
        metrics = {{"loss": 1.0 / (step + 1), "inner": {{"step": step}}, "odd": float("nan")}}
        if step == {REPORTS} - 1:
            with tempfile.TemporaryDirectory() as folder:
                open(os.path.join(folder, f"weights-{{rank}}"), "w").write("w")
                train.report(metrics, checkpoint=Checkpoint.from_directory(folder))
        else:
            train.report(metrics)
    return "returned"

def verify():
    return "verify is an ordinary name here"

if __name__ == "__main__":
    print("task", ray.get(task.remote()) + 1)
    result = TorchTrainer(loop, train_loop_config={{}}, scaling_config=ScalingConfig(num_workers=2)).fit()
    print("last loss", result.metrics["loss"], result.return_value, verify())
    print("environment", [name for name in os.environ if "ALLRANKS" in name], os.path.basename(__file__), sys.argv)
"""


@pytest.fixture(scope="module")
def run() -> Run:
    return run_once(execute(PROGRAM))


def test_the_program_runs_to_its_end(run: Run) -> None:
    assert run.finished.end == "completed", run.text() + run.text("ray")


def test_the_events_are_exactly_these(run: Run) -> None:
    of_a_rank = (
        *("log_written", "metrics_reported", "model_prepared", "checkpoint_uploaded"),
        *("time_spent", "activities_timed", "rank_sampled"),  # the last two as often as the run is long
    )
    told = [event for event in run.events if event.kind not in of_a_rank]
    assert [event.phase if isinstance(event, PhaseChanged) else event.kind for event in told] == [
        "cluster",
        "program",
        "workers",
        "workers_requested",
        "process_group",
        "worker_group_started",
        "training",
        "checkpoint_saved",
        "worker_group_ended",
        "finishing",
        "checkpoints_found",
        "run_finished",
    ]
    for rank in (0, 1):
        mine = [event.kind for event in run.events if getattr(event, "rank", None) == rank]
        assert [kind for kind in mine if kind not in ("log_written", "rank_sampled", "activities_timed")] == [
            "model_prepared",
            *["time_spent", "metrics_reported"] * REPORTS,
            "checkpoint_uploaded",
        ]


def test_every_report_of_every_rank_arrives_in_order(run: Run) -> None:
    for rank in (0, 1):
        mine = [event for event in run.of(MetricsReported) if event.rank == rank]
        assert [event.index for event in mine] == list(range(REPORTS))
        assert [event.metrics["inner/step"] for event in mine] == list(range(REPORTS))
        assert mine[0].metrics["odd"] == NonFinite(nonfinite="nan")
        assert [event.with_checkpoint for event in mine] == [False] * (REPORTS - 1) + [True]


def test_a_report_reaches_the_host_while_the_rank_goes_on(run: Run) -> None:
    late = [
        at - event.reported_at
        for event, at in zip(run.events, run.times, strict=True)
        if isinstance(event, MetricsReported)
    ]
    assert sorted(late)[int(len(late) * 0.99)] < DRAWN_SECONDS
    reports = [event.reported_at for event in run.of(MetricsReported) if event.rank == 0]
    assert reports[-1] - reports[0] < REPORTS * 0.5, "reports came in steps of a slow controller poll"


def test_the_worker_group_says_what_torchrun_users_know(run: Run) -> None:
    (group,) = run.of(WorkerGroupStarted)
    assert group.attempt == 1
    assert [(fact.rank, fact.local_rank, fact.world_size, fact.device, fact.backend) for fact in group.ranks] == [
        (0, 0, 2, "cpu", "gloo"),
        (1, 1, 2, "cpu", "gloo"),
    ]
    assert len({fact.pid for fact in group.ranks}) == 2
    assert len({(fact.master_addr, fact.master_port) for fact in group.ranks}) == 1
    assert all(fact.master_addr and int(fact.master_port) for fact in group.ranks)


def test_the_prepared_model_is_seen_on_each_rank(run: Run) -> None:
    assert sorted((event.rank, event.wrapper, event.parameters) for event in run.of(ModelPrepared)) == [
        (0, "DistributedDataParallel", 8),
        (1, "DistributedDataParallel", 8),
    ]


def test_the_checkpoint_is_saved_with_the_metrics_that_result_will_have(run: Run) -> None:
    (checkpoint,) = run.of(CheckpointSaved)
    assert (checkpoint.index, checkpoint.metrics["loss"]) == (REPORTS - 1, 1.0 / REPORTS)
    assert checkpoint.name.startswith("checkpoint_")


def test_each_rank_is_heard_apart_and_rays_chatter_is_not_among_it(run: Run) -> None:
    for rank in (0, 1):
        mine = run.text(rank=rank)
        assert sorted(mine.splitlines()) == [
            "a subprocess speaks",
            "a warning of mine",
            f"rank {rank} is here",
        ]
    assert "Reporting training result" in run.text("ray", rank=0)


def test_the_driver_reads_as_in_a_terminal(run: Run) -> None:
    lines = run.text().splitlines()
    assert "twice: RuntimeError" in lines
    assert "task 42" in lines
    assert f"last loss {1.0 / REPORTS} returned verify is an ordinary name here" in lines
    assert "environment ['ALLRANKS_SANDBOX'] program.py ['program.py']" in lines
    assert any(re.fullmatch(r"\(task pid=\d+\) a task speaks", line) for line in lines)
    assert "TrainController" not in run.text()


def test_what_the_playground_changed_is_said(run: Run) -> None:
    first, *later = run.text("playground").splitlines()
    assert "Ray has 16 logical CPUs" in first
    assert "every 0.02 s, not every 2 s" in first
    assert "fit() ends without the rest of a second's wait" in first
    assert ("there is no network" in first) == (best_enclosure().level in ("A", "B", "C"))
    assert later == ["ray.init(num_cpus=4) has no effect here: this cluster has 16 logical CPUs."]

"""Programs that trust each other may use one sandbox in turn; each is alone in it all the same."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import pytest

from allranks.protocol import Job, Limits, MetricsReported
from allranks.runners.local import LocalRunner
from allranks.runners.local.sweep import processes_of
from real_runs import Run, best_enclosure, left_in

pytestmark = [pytest.mark.ray, pytest.mark.timeout(150)]

TRAINS = """
import os, sys, tempfile
import ray
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

FOLDERS = os.path.expanduser("~"), tempfile.gettempdir()

def loop(config):
    train.report({"found": config["found"]})

found = [name for folder in FOLDERS for name in os.listdir(folder) if name.startswith("left-")]
TorchTrainer(loop, train_loop_config={"found": len(found)}, scaling_config=ScalingConfig(num_workers=2)).fit()
for folder in FOLDERS:
    open(os.path.join(folder, "left-behind"), "w").close()
print(ray.get_runtime_context().get_node_id(), os.environ.get("LEFT"))
os.environ["LEFT"] = "yes"
"""
PROGRAMS = [TRAINS, TRAINS + "sys.exit(3)\n", TRAINS + "os.kill(os.getpid(), 9)\n", TRAINS]


async def in_turn() -> list[Run]:
    """Each program's run, one after the other, three in a sandbox."""
    enclosure = best_enclosure()
    if enclosure.level == "D":
        pytest.skip("NO SANDBOX HERE: PROGRAMS CANNOT COME IN TURN")
    with tempfile.TemporaryDirectory(prefix="turns-") as name:
        runner = LocalRunner(Path(name), enclosure=enclosure, pool_size=1, turns=3)
        try:
            await runner.open()
            runs = []
            for number, source in enumerate(PROGRAMS):
                job = Job(run_id=f"turn-{number}", file_name="program.py", source=source, limits=Limits())
                runs.append(Run(job.run_id, [event async for event in runner.execute(job)]))
        finally:
            await runner.close()
        assert processes_of(name) == []
        assert left_in(name) == []
    return runs


def test_programs_in_turn_find_nothing_of_each_other_and_end_each_its_own_way() -> None:
    runs = asyncio.run(in_turn())

    assert [[report.metrics["found"] for report in run.of(MetricsReported)] for run in runs] == [[0, 0]] * 4
    nodes, left = zip(*(run.text().split() for run in runs), strict=True)
    assert left == ("None",) * 4
    assert nodes[0] == nodes[1] == nodes[2] != nodes[3]
    assert [(run.finished.end, run.finished.exit_code) for run in runs] == [
        ("completed", 0),
        ("program_failed", 3),
        ("harness_lost", None),
        ("completed", 0),
    ]

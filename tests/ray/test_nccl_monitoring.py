"""From `ncclras` to the sentence, in the real sandbox: all is real but NCCL, of which a script prints what each rank
says that it has begun."""

from __future__ import annotations

from pathlib import Path

import pytest

from allranks.catalog import Catalog
from allranks.protocol import CommunicatorMismatched, Limits, ProgressStopped
from allranks.runners.local import LocalRunner
from allranks.runs import RunController
from allranks.store import MemoryEventLog
from houses import House
from nccl_reports import communicator, report
from real_runs import best_enclosure

pytestmark = [pytest.mark.ray, pytest.mark.timeout(180)]

PROGRAM = """
import json, os
import ray, torch
import torch.distributed as dist
from ray import train
from ray.train import ScalingConfig
from ray.train.torch import TorchTrainer

FOLDER = os.path.join(os.path.expanduser("~"), "nccl")
PRINTED = THE_REPORT
MONITOR = '''#!/usr/bin/env python3
import json, os
folder = os.path.dirname(os.path.abspath(__file__))
told = json.loads(open(folder + "/printed").read())
for rank in told["communicators"][0]["ranks"]:
    said = json.loads(open(folder + "/" + str(rank["rank"])).read())
    rank.update(pid=said["pid"], collective_counts={"AllReduce": said["count"], "Broadcast": 0})
print(json.dumps(told))
'''


def all_reduced(tensor, count):
    rank = train.get_context().get_world_rank()
    with open(f"{FOLDER}/new-{rank}", "w") as file:
        json.dump({"pid": os.getpid(), "count": count}, file)
    os.replace(f"{FOLDER}/new-{rank}", f"{FOLDER}/{rank}")
    if IT_IS_REAL:
        dist.all_reduce(tensor)


def train_loop(config):
    for step in range(1, 4):
        if step == 3 and train.get_context().get_world_rank() == 1:
            return
        all_reduced(torch.ones(4), step)
    os.read(os.pipe()[0], 1)  # as .item() would stand here on a GPU


if __name__ == "__main__":
    os.makedirs(FOLDER)
    with open(FOLDER + "/printed", "w") as file:
        file.write(PRINTED)
    with open(FOLDER + "/ncclras", "w") as file:
        file.write(MONITOR)
    os.chmod(FOLDER + "/ncclras", 0o755)
    search = FOLDER + ":" + os.environ["PATH"]
    ray.init(runtime_env={"env_vars": {"PATH": search, "ALLRANKS_RAS_SECONDS": "0.5"}})
    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
"""


@pytest.mark.parametrize(
    ("real", "cause"),
    [(False, "behind_in_nccl"), (True, "early_return")],
    ids=["nothing else tells", "the call tells, and NCCL is evidence"],
)
async def test_what_nccl_says_of_its_ranks_comes_to_the_sentence(real: bool, cause: str, tmp_path: Path) -> None:
    printed = report(communicator({0: {}, 1: {}}))
    source = PROGRAM.replace("THE_REPORT", repr(printed)).replace("IT_IS_REAL", str(real))
    limits = Limits()
    runner = LocalRunner(tmp_path, enclosure=best_enclosure(), limits=limits)
    log = MemoryEventLog()
    controller = RunController(log, runner, Catalog([]), limits=limits)
    await controller.start()
    try:
        house = House(controller, log)
        run_id = await controller.submit(None, source, "request-1")
        record = await house.until(run_id, "progress_stopped")
        controller.cancel(run_id)
        records = await house.whole(run_id)
    finally:
        await controller.close()
        await log.close()
    stopped = record.event
    assert isinstance(stopped, ProgressStopped)
    told = [record.event for record in records if isinstance(record.event, CommunicatorMismatched)]
    assert told, [record.event for record in records][-8:]
    assert [(one.rank, one.operations["AllReduce"]) for one in told[-1].ranks] == [(1, 2), (0, 3)]
    diagnosis = stopped.diagnosis
    assert (diagnosis.cause, stopped.hang, stopped.ranks) == (cause, True, [0, 1]), diagnosis
    assert any("AllReduce 3 times on rank 0, 2 times on rank 1" in line for line in diagnosis.evidence)
    assert record.time - stopped.since <= 7.0

"""Everything slow, done before any of the learner's code is there."""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from typing import Any

from .preload import PARENT, SINGLE_THREADED


class Zygote:
    """The process that forks workers, started in the background."""

    def __init__(self, temporary: str) -> None:
        self.path = os.path.join(temporary, "zygote")
        read_end, write_end = os.pipe()
        environment = {**os.environ, **SINGLE_THREADED, PARENT: str(os.getpid())}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "allranks.recorder.zygote", self.path, str(write_end)],
            env=environment,
            pass_fds=(write_end,),
            stdin=subprocess.DEVNULL,
        )
        os.close(write_end)
        self._answer = read_end

    def wait(self) -> tuple[list[str], list[str]]:
        """Wait for its self-test and return the faults, with any of which no worker will be forked, and what is only
        slower."""
        with os.fdopen(self._answer) as answer:
            line = answer.readline()
        faults: list[str]
        slower: list[str]
        faults, slower = json.loads(line) if line else (["the process that forks workers died at its start"], [])
        if faults:
            self._process.kill()
            self._process.wait()
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self.path)  # whoever starts a worker sees that nobody is to be asked
        return faults, slower


def import_libraries() -> None:
    """What nearly every program imports, and what `prepare_model` and `fit` import at their first call."""
    for module in ("ray.train.torch", "ray.train.v2.api.data_parallel_trainer", "torch._dynamo"):
        importlib.import_module(module)


def train_once(address: str) -> None:
    """One small `fit()` of our own, so that the learner's is not the first in this cluster.

    What it leaves is what any earlier `fit()` leaves: Ray Train's cluster-wide helper actor and filled caches.
    """
    import ray
    from ray.train import RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    folder = tempfile.mkdtemp(prefix="warmup-")
    quiet: Any = {"configure_logging": False, "log_to_driver": False}
    ray.init(address=address, _node_ip_address=address.rpartition(":")[0], **quiet)
    try:
        scaling = ScalingConfig(num_workers=2)
        TorchTrainer(loop, scaling_config=scaling, run_config=RunConfig(storage_path=folder, name="warmup")).fit()
    finally:
        ray.shutdown()
        shutil.rmtree(folder, ignore_errors=True)


def loop() -> None:
    """The warm-up's training loop: a model, a step, a report."""
    import torch
    from ray import train
    from ray.train.torch import prepare_model

    model = prepare_model(torch.nn.Linear(1, 1))
    model(torch.ones(1, 1)).sum().backward()
    train.report({"warm": 1})

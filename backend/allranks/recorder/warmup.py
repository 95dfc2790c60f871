"""Everything slow, done before any of the learner's code is there."""

from __future__ import annotations

import importlib
import shutil
import tempfile
from typing import Any


def import_libraries() -> None:
    """What nearly every driver imports, and what `prepare_model` and `fit` import at their first call."""
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

"""RTL201: the NCCL backend, and workers without a GPU."""

from __future__ import annotations

from collections.abc import Iterator

from ..arguments import argument
from ..configuration import uses_gpu
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule
from ..values import strings


class NcclWithoutGpu(Rule):
    """The workers are told to talk over NCCL, and have no GPU.

    ## What it does
    Looks for a `TorchTrainer` with `TorchConfig(backend="nccl")` whose `ScalingConfig` does not set `use_gpu=True`.

    ## Why is this bad?
    NCCL moves data between GPUs and nothing else. Ray Train hides the GPUs of a machine from workers that did not ask
    for one, so the process group cannot be made and the run fails before the loop begins.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchConfig, TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(
        train_loop,
        torch_config=TorchConfig(backend="nccl"),
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchConfig, TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(
        train_loop,
        torch_config=TorchConfig(backend="gloo"),
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Since which Ray
    As long as there has been a `TorchConfig`. Without `backend` Ray takes `nccl` with GPUs and `gloo` without.
    """

    code = "RTL201"
    name = "nccl-without-gpu"
    severity = "error"
    symptoms = (
        "ProcessGroupNCCL is only supported with GPUs, no GPUs found.",
        "RuntimeError: Distributed package doesn't have NCCL built in.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for trainer in module.trainers:
            config = trainer.torch_config
            backend = argument(config, "backend", 0) if config is not None else None
            if backend is None or uses_gpu(trainer) is not False or (trainer.workers and 0 in trainer.workers):
                continue
            names = strings(module, backend)
            if names and {name.lower() for name in names} == {"nccl"}:
                yield self.at(
                    module,
                    backend,
                    "NCCL needs a GPU in each worker, and these workers have none, so the run fails before it begins.",
                    'Use `backend="gloo"` on CPUs, or give each worker a GPU with `ScalingConfig(use_gpu=True)`.',
                )

"""RTL202: the gloo backend, and workers with a GPU each."""

from __future__ import annotations

from collections.abc import Iterator

from ..arguments import argument
from ..configuration import resources_per_worker, uses_gpu
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule
from ..values import strings


class GlooWithGpu(Rule):
    """Workers with a GPU each are told to talk over gloo.

    ## What it does
    Looks for a `TorchTrainer` with `TorchConfig(backend="gloo")` whose workers have a whole GPU or more. With less than
    one GPU to a worker gloo is the right choice, and this rule is silent.

    ## Why is this bad?
    gloo copies gradients of the GPU to the CPU, sends them from there, and copies them back. NCCL sends them from GPU
    to GPU and is many times as fast. The result is the same, so nothing shows but the time.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchConfig, TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(
        train_loop,
        torch_config=TorchConfig(backend="gloo"),
        scaling_config=ScalingConfig(num_workers=2, use_gpu=True),
    ).fit()
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2, use_gpu=True)).fit()
    ```

    ## Since which Ray
    As long as there has been a `TorchConfig`. Without `backend` Ray takes `nccl` with GPUs and `gloo` without.
    """

    code = "RTL202"
    name = "gloo-with-gpu"
    severity = "info"
    symptoms = ("Training on several GPUs is hardly faster than on one.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for trainer in module.trainers:
            config = trainer.torch_config
            backend = argument(config, "backend", 0) if config is not None else None
            if backend is None or uses_gpu(trainer) is not True or max(trainer.workers or {0}) < 2:
                continue
            if (resources_per_worker(trainer) or {}).get("GPU", 0.0) >= 1 and strings(module, backend) == frozenset(
                {"gloo"}
            ):
                yield self.at(
                    module,
                    backend,
                    "gloo sends gradients by way of the CPU, which is slow where each worker has a GPU.",
                    "Leave `backend` out, and Ray Train takes `nccl` for workers with a GPU.",
                )

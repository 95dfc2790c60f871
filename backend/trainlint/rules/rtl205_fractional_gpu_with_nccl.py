"""RTL205: workers that share a GPU, and NCCL."""

from __future__ import annotations

from collections.abc import Iterator

from ..arguments import argument
from ..configuration import resources_per_worker, scaling_of, uses_gpu
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule
from ..trainer import Trainer
from ..values import constant, strings

# With more than half of one, two workers do not fit on one GPU.
_LARGEST_SHARE = 0.5


class FractionalGpuWithNccl(Rule):
    """Several workers share a GPU and talk over NCCL.

    ## What it does
    Looks for a `ScalingConfig` with `use_gpu=True`, more than one worker and at most half a `GPU` for each, where the
    backend is `nccl` or left to Ray Train, which then takes `nccl`.

    ## Why is this bad?
    Ray places workers close together, so two of them get the same GPU. NCCL refuses two ranks on one device at the
    first thing that they do together.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2, use_gpu=True, resources_per_worker={"GPU": 0.5}),
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
        scaling_config=ScalingConfig(num_workers=2, use_gpu=True, resources_per_worker={"GPU": 0.5}),
    ).fit()
    ```

    ## Since which Ray
    It is NCCL that refuses, with every version of Ray Train.
    """

    code = "RTL205"
    name = "fractional-gpu-with-nccl"
    severity = "error"
    symptoms = ("ncclInvalidUsage: Duplicate GPU detected: rank 1 and rank 0 both on CUDA device.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for trainer in module.trainers:
            config = scaling_of(trainer)
            given = argument(config, "resources_per_worker") if config is not None else None
            if config is None or given is None or uses_gpu(trainer) is not True or min(trainer.workers or {0}) < 2:
                continue
            placement = argument(config, "placement_strategy")
            if placement is not None and constant(module, placement) not in ("PACK", "STRICT_PACK"):
                continue
            share = (resources_per_worker(trainer) or {}).get("GPU", 1.0)
            if 0 < share <= _LARGEST_SHARE and _takes_nccl(trainer):
                yield self.at(
                    module,
                    given,
                    "Workers that share a GPU cannot talk over NCCL: it allows one rank on a device.",
                    'Give each worker a whole GPU, or use `TorchConfig(backend="gloo")`.',
                )


def _takes_nccl(trainer: Trainer) -> bool:
    given = trainer.argument("torch_config")
    if given is None or constant(trainer.module, given) is None:
        return not trainer.has_unseen_arguments
    config = trainer.torch_config
    if config is None:
        return False
    backend = argument(config, "backend", 0)
    if backend is None or constant(trainer.module, backend) is None:
        return not config.args and all(keyword.arg is not None for keyword in config.keywords)
    return strings(trainer.module, backend) == frozenset({"nccl"})

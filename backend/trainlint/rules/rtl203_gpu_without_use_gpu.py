"""RTL203: `resources_per_worker` asks for GPUs, and `use_gpu` is off."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument, argument_keyword
from ..configuration import configs, flag, is_written
from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..rule import Rule, inserted
from ..values import entries, numbers

_SWITCHES = {"GPU": "use_gpu", "TPU": "use_tpu"}


class GpuWithoutUseGpu(Rule):
    """`resources_per_worker` asks for GPUs, and `use_gpu` is off.

    ## What it does
    Looks for a `ScalingConfig` with a number of `GPU` in `resources_per_worker` and without `use_gpu=True`. The same
    with `TPU` and `use_tpu`.

    ## Why is this bad?
    `ScalingConfig` raises a `ValueError` as soon as it is made. `use_gpu` is what turns the device, the NCCL backend
    and `get_device()` to the GPU; the number only says how many.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2, resources_per_worker={"CPU": 4, "GPU": 1}),
    ).fit()
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2, use_gpu=True, resources_per_worker={"CPU": 4, "GPU": 1}),
    ).fit()
    ```

    ## Since which Ray
    `ScalingConfig` has refused it in Train V1 and V2 alike.
    """

    code = "RTL203"
    name = "gpu-without-use-gpu"
    severity = "error"
    symptoms = ("ValueError: `use_gpu` is False but `GPU` was found in `resources_per_worker`.",)
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for config in configs(module, "ScalingConfig"):
            given = argument_keyword(config, "resources_per_worker")
            amounts = entries(module, given.value) if given is not None else None
            for resource, switch in _SWITCHES.items():
                amount = (amounts or {}).get(resource)
                known = numbers(module, amount) if amount is not None else None
                if given is None or not known or min(known) <= 0 or flag(module, config, switch) is not False:
                    continue
                yield self.at(
                    module,
                    given,
                    f"Each worker is to have a {resource}, and `{switch}` is off: `ScalingConfig` raises a ValueError.",
                    f"Set `{switch}=True` as well.",
                    _switched_on(module, config, given, switch),
                )


def _switched_on(module: Module, config: ast.Call, given: ast.keyword, switch: str) -> Fix | None:
    """Adds the switch. Where it stands there as False, which of the two was meant is not certain; and several workers
    with TPUs need more than the switch."""
    if switch != "use_gpu" or argument(config, switch) is not None or not is_written(module, config):
        return None
    return Fix(f"Set `{switch}=True`", (inserted(module, given, f"{switch}=True, "),))

"""RTL204: a key of `resources_per_worker` that no machine offers."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..configuration import configs, flag, quoted_like
from ..diagnostic import Diagnostic, Edit, Fix
from ..module import Module
from ..rule import Rule, replaced
from ..values import constant, entries, numbers

_RIGHT_KEYS = {
    **dict.fromkeys(("cpu", "Cpu", "cpus", "CPUs", "CPUS", "num_cpu", "num_cpus", "n_cpus"), "CPU"),
    **dict.fromkeys(("gpu", "Gpu", "gpus", "GPUs", "GPUS", "num_gpu", "num_gpus", "n_gpus"), "GPU"),
    **dict.fromkeys(("tpu", "Tpu", "tpus", "TPUs", "num_tpus"), "TPU"),
    **dict.fromkeys(("mem", "Mem", "MEM", "Memory", "MEMORY", "ram", "RAM"), "memory"),
}
_LEAST_BYTES = 1_000_000


class WrongResourceKey(Rule):
    """A key of `resources_per_worker` is spelled in a way that no machine offers.

    ## What it does
    Looks for keys such as `cpu`, `gpu`, `num_cpus` or `ram` in `resources_per_worker`, and for an amount of `memory`
    below a megabyte, which was meant in another unit than bytes.

    ## Why is this bad?
    Ray takes any key that it does not know for a resource of your own, so `ScalingConfig` says nothing. No node has
    such a resource, and `fit()` waits for one for ever, with a message once a minute.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2, resources_per_worker={"cpu": 2})).fit()
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2, resources_per_worker={"CPU": 2})).fit()
    ```

    ## Since which Ray
    As long as there has been a `ScalingConfig`. The keys are `CPU`, `GPU`, `TPU`, `memory` (bytes), and the names that
    nodes of your cluster were given.
    """

    code = "RTL204"
    name = "wrong-resource-key"
    severity = "error"
    symptoms = (
        "The run never starts: The worker group startup timed out after 60.0 seconds waiting for 2 workers.",
        "fit() waits for ever although enough CPUs are free.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for config in configs(module, "ScalingConfig"):
            given = argument(config, "resources_per_worker")
            amounts = entries(module, given) if given is not None else None
            for key, amount in (amounts or {}).items():
                known = numbers(module, amount)
                right = _RIGHT_KEYS.get(key)
                if right is not None and not (known and max(known) <= 0):
                    place = _key_node(module, given, key)
                    fix = _respelled(module, config, place, right) if right not in (amounts or {}) else None
                    yield self.at(
                        module,
                        place or amount,
                        f"`{key}` is no resource of any machine, so the run waits for ever for a node that has it.",
                        f"Write `{right}`" + (", in bytes." if right == "memory" else "."),
                        fix,
                    )
                if key == "memory" and known and 0 < max(known) < _LEAST_BYTES:
                    yield self.at(
                        module,
                        amount,
                        "`memory` is counted in bytes, and this is less than one megabyte.",
                        "Give the bytes: `4e9` for 4 GB.",
                    )


def _key_node(module: Module, given: ast.expr | None, key: str) -> ast.expr | None:
    """Where `key` is written, if that is a literal."""
    value = module.value(given) if given is not None else None
    keys = value.keys if isinstance(value, ast.Dict) else []
    return next((node for node in keys if node is not None and constant(module, node) == key), None)


def _respelled(module: Module, config: ast.Call, place: ast.expr | None, right: str) -> Fix | None:
    """The right key in the place of the wrong one, if the dict belongs to this configuration alone and is right then:
    `GPU` and `TPU` need their switch, and bytes may be meant in another unit."""
    is_own = place is not None and module.parent(place) is argument(config, "resources_per_worker")
    if place is None or not is_own or not isinstance(place, ast.Constant) or right == "memory":
        return None
    if right != "CPU" and flag(module, config, f"use_{right.lower()}") is not True:
        return None
    edit: Edit = replaced(module, place, quoted_like(module, place, right))
    return Fix(f"Write `{right}`", (edit,))

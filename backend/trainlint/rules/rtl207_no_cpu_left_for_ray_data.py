"""RTL207: the workers take every CPU, and Ray Data needs one."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..configuration import datasets_of, known_cluster, resources_per_worker
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule
from ..trainer import Trainer

# Methods of a dataset that run as tasks when the data is read.
_TASKS = frozenset(
    [
        "map",
        "map_batches",
        "flat_map",
        "filter",
        "add_column",
        "drop_columns",
        "select_columns",
        "rename_columns",
        "random_shuffle",
        "repartition",
        "sort",
    ]
)
_OWN_RESOURCES = frozenset({"num_cpus", "num_gpus", "ray_remote_args", "compute", "concurrency"})
_LONGEST_CHAIN = 20


class NoCpuLeftForRayData(Rule):
    """The workers take every CPU, and nothing is left to read the data with.

    ## What it does
    Looks for a `TorchTrainer` with `datasets=` whose workers reserve so many CPUs that less than one is left in the
    cluster: the one that the caller of the linter knows of, or else the one that `ray.init(num_cpus=...)` starts in the
    same file. Only data that is read or changed while the run goes on counts; what was materialized before needs no
    CPU.

    ## Why is this bad?
    Ray Data reads and maps in tasks of one CPU each. They wait for a worker to give its CPU back, the workers wait for
    the first batch, and the run hangs without a word.

    ## Example
    ```python
    import ray
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        shard = train.get_dataset_shard("train")
        rows = sum(len(batch["id"]) for batch in shard.iter_torch_batches(batch_size=8))
        train.report({"rows": rows})

    ray.init(num_cpus=4)
    TorchTrainer(
        train_loop,
        datasets={"train": ray.data.range(64)},
        scaling_config=ScalingConfig(num_workers=4),
    ).fit()
    ```

    ## Use instead
    ```python
    import ray
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        shard = train.get_dataset_shard("train")
        rows = sum(len(batch["id"]) for batch in shard.iter_torch_batches(batch_size=8))
        train.report({"rows": rows})

    ray.init(num_cpus=4)
    TorchTrainer(
        train_loop,
        datasets={"train": ray.data.range(64)},
        scaling_config=ScalingConfig(num_workers=3),
    ).fit()
    ```

    ## Since which Ray
    Ray Data has read in tasks since Ray 2.0; Train V1 reserved one more CPU for itself.
    """

    code = "RTL207"
    name = "no-cpu-left-for-ray-data"
    severity = "error"
    needs_cluster = True
    symptoms = (
        "The run hangs at the first batch, with no error and no CPU in use.",
        "iter_torch_batches never gives a batch.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        cluster = known_cluster(module)
        for trainer in module.trainers if cluster is not None else ():
            workers, each = min(trainer.workers or {0}), resources_per_worker(trainer)
            given = trainer.argument("datasets")
            if cluster is None or workers < 1 or each is None or given is None or "CPU" not in cluster.resources:
                continue
            free = cluster.resources["CPU"] - workers * each.get("CPU", 0.0)
            if 0 <= free < 1 and _reads_in_tasks(trainer):
                yield self.at(
                    module,
                    given,
                    f"The {workers} workers leave {free:g} of the {cluster.resources['CPU']:g} CPUs, and Ray Data needs"
                    " one to read these, so no batch ever comes.",
                    "Ask for fewer workers or less than a CPU for each, or `materialize()` the data before `fit()`.",
                )


def _reads_in_tasks(trainer: Trainer) -> bool:
    loop = trainer.loop
    if loop is not None and not loop.index.calls_to("ray.train.get_dataset_shard"):
        return False
    return any(_needs_tasks(trainer.module, dataset) for dataset in (datasets_of(trainer) or {}).values())


def _needs_tasks(module: Module, dataset: ast.expr) -> bool:
    """Whether `dataset` is certain to be read or changed in tasks of one CPU."""
    waits = False
    for _ in range(_LONGEST_CHAIN):
        value = module.value(dataset)
        if not isinstance(value, ast.Call):
            return False
        function = module.function(value.func)
        returned = module.returned(function) if function is not None else None
        name = module.qualified(value.func) or ""
        if any(argument(value, keyword) is not None for keyword in _OWN_RESOURCES):
            return False
        if returned is not None:
            dataset = returned
        elif name.startswith("ray.data."):
            return waits or name == "ray.data.range" or name.startswith(("ray.data.range_", "ray.data.read_"))
        elif isinstance(value.func, ast.Attribute) and value.func.attr in (*_TASKS, "limit"):
            waits = waits or value.func.attr in _TASKS
            dataset = value.func.value
        else:
            return False
    return False

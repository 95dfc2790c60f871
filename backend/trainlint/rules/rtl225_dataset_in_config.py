"""RTL225: a Ray dataset goes to the workers in `train_loop_config`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..configuration import config_of
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule

# Methods of a dataset that give a dataset.
_FLUENT = frozenset(
    [
        *("map", "map_batches", "flat_map", "filter", "add_column", "drop_columns", "select_columns", "rename_columns"),
        *("random_shuffle", "repartition", "sort", "limit", "union", "zip", "materialize", "random_sample"),
        *("randomize_block_order",),
    ]
)
_MAKERS = ("ray.data.read_", "ray.data.from_", "ray.data.range")
_SPLITS = (
    *("streaming_split", "split", "split_at_indices", "split_proportionately", "shard"),
    *("get_world_rank", "get_rank", "get_local_rank", "get_world_size"),
)
_LONGEST_CHAIN = 20


class DatasetInConfig(Rule):
    """A Ray dataset goes to the workers in `train_loop_config`.

    ## What it does
    Looks for a dataset of Ray Data among the values of `train_loop_config` of a trainer with more than one worker. A
    loop that divides it by hand is left alone.

    ## Why is this bad?
    Ray Train divides what it was given in `datasets=`, and nothing else. A dataset in the configuration is read from
    beginning to end by every worker, so each epoch takes as long as with one.

    ## Example
    ```python
    import ray
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop(config):
        batches = config["data"].iter_torch_batches(batch_size=8)
        train.report({"rows": sum(len(batch["id"]) for batch in batches)})

    TorchTrainer(
        train_loop,
        train_loop_config={"data": ray.data.range(64)},
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Use instead
    ```python
    import ray
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        batches = train.get_dataset_shard("data").iter_torch_batches(batch_size=8)
        train.report({"rows": sum(len(batch["id"]) for batch in batches)})

    TorchTrainer(
        train_loop,
        datasets={"data": ray.data.range(64)},
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Since which Ray
    As long as there has been `datasets=`.
    """

    code = "RTL225"
    name = "dataset-in-config"
    severity = "warning"
    symptoms = (
        "More workers do not make an epoch shorter.",
        "Every worker reads all of the data.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for trainer in module.trainers:
            loop = trainer.loop
            if min(trainer.workers or {0}) < 2 or loop is None or loop.index.calls_named(*_SPLITS):
                continue
            for value in (config_of(trainer) or {}).values():
                if _is_dataset(module, value) and not loop.may_report_out_of_sight:
                    yield self.at(
                        module,
                        value,
                        "Every worker reads all of this dataset: what comes in the configuration is not divided.",
                        'Pass it as `datasets={"train": ...}`, and take `get_dataset_shard("train")` in the loop.',
                    )


def _is_dataset(module: Module, expression: ast.expr) -> bool:
    for _ in range(_LONGEST_CHAIN):
        value = module.value(expression)
        if not isinstance(value, ast.Call):
            return False
        if (module.qualified(value.func) or "").startswith(_MAKERS):
            return True
        function = module.function(value.func)
        returned = module.returned(function) if function is not None else None
        if returned is not None:
            expression = returned
        elif isinstance(value.func, ast.Attribute) and value.func.attr in _FLUENT:
            expression = value.func.value
        else:
            return False
    return False

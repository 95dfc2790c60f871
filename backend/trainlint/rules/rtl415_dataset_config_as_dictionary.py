"""RTL415: `dataset_config` is a dictionary, as it was in Ray AIR."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..old_uses import given, is_prepared_for, leaves_alone
from ..rule import Rule


class DatasetConfigAsDictionary(Rule):
    """`dataset_config` is a dictionary and not a `DataConfig`.

    ## What it does
    Looks for a trainer with `datasets` whose `dataset_config` is a dictionary written in the file.

    ## Why is this bad?
    Ray AIR took one `DatasetConfig` for each name. Today one `ray.train.DataConfig` says it for all. A dictionary is
    taken without a word, and the run fails at the first `get_dataset_shard`: the actor that should hand out the data
    cannot be made.

    ## Example
    ```python
    import ray
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        rows = 0
        for batch in train.get_dataset_shard("train").iter_batches(batch_size=32):
            rows += len(batch["id"])
        train.report({"rows": rows})

    TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2),
        datasets={"train": ray.data.range(128)},
        dataset_config={"train": {"split": True}},
    ).fit()
    ```

    ## Use instead
    ```python
    import ray
    from ray import train
    from ray.train import DataConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        rows = 0
        for batch in train.get_dataset_shard("train").iter_batches(batch_size=32):
            rows += len(batch["id"])
        train.report({"rows": rows})

    TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2),
        datasets={"train": ray.data.range(128)},
        dataset_config=DataConfig(datasets_to_split=["train"]),
    ).fit()
    ```

    ## Since which Ray
    `DatasetConfig` is gone, and `DataConfig` has taken its place. Train V2 does not look at the type before it is used.
    """

    code = "RTL415"
    name = "dataset-config-as-dictionary"
    severity = "error"
    symptoms = ("AttributeError: 'dict' object has no attribute '_datasets_to_split'.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if leaves_alone(module):
            return
        for trainer in module.trainers:
            config = trainer.argument("dataset_config")
            if config is None or trainer.argument("datasets") is None or is_prepared_for(module, trainer.call):
                continue
            made = given(module, trainer.call, "dataset_config")
            if made and all(_is_filled_dictionary(module, value) for value in made):
                yield self.at(
                    module,
                    config,
                    "`dataset_config` is a dictionary here, and the run fails at the first `get_dataset_shard`.",
                    "Use one `ray.train.DataConfig(...)` for all datasets.",
                )


def _is_filled_dictionary(module: Module, value: ast.expr) -> bool:
    """An empty one counts as none at all."""
    if isinstance(value, ast.Call):
        return module.qualified(value.func) == "builtins.dict" and bool(value.args or value.keywords)
    return isinstance(value, ast.Dict) and bool(value.keys)

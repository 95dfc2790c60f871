"""RTL209: a dataset is to be split that the trainer was not given."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..configuration import datasets_of, listed, only_close_name, quoted_like
from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..rule import Rule, replaced
from ..values import constant


class UnknownDatasetToSplit(Rule):
    """`datasets_to_split` names a dataset that the trainer was not given.

    ## What it does
    Compares the names in `DataConfig(datasets_to_split=[...])` with the keys of `datasets=`.
    Where all of those are split anyway, it is silent.

    ## Why is this bad?
    Nothing is raised. The name matches nothing, and the dataset that was meant is not split: every worker goes through
    all of it, and an epoch takes as long as with one worker.

    ## Example
    ```python
    import ray
    from ray import train
    from ray.train import DataConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        shard = train.get_dataset_shard("train")
        rows = sum(len(batch["id"]) for batch in shard.iter_torch_batches(batch_size=8))
        train.report({"rows": rows})

    TorchTrainer(
        train_loop,
        datasets={"train": ray.data.range(64)},
        dataset_config=DataConfig(datasets_to_split=["trian"]),
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Use instead
    ```python
    import ray
    from ray import train
    from ray.train import DataConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        shard = train.get_dataset_shard("train")
        rows = sum(len(batch["id"]) for batch in shard.iter_torch_batches(batch_size=8))
        train.report({"rows": rows})

    TorchTrainer(
        train_loop,
        datasets={"train": ray.data.range(64)},
        dataset_config=DataConfig(datasets_to_split=["train"]),
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Since which Ray
    `DataConfig` came with Ray 2.5 and has never looked for names that match nothing.
    """

    code = "RTL209"
    name = "unknown-dataset-to-split"
    severity = "warning"
    symptoms = (
        "Every worker gets all of the data although datasets_to_split names the dataset.",
        "More workers do not make an epoch shorter.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for trainer in module.trainers:
            config, datasets = trainer.dataset_config, datasets_of(trainer)
            given = argument(config, "datasets_to_split", 0) if config is not None else None
            names = module.value(given) if given is not None else None
            if datasets is None or not isinstance(names, ast.List):
                continue
            named = {constant(module, element) for element in names.elts}
            if not set(datasets) - named:
                continue  # all there are are split; that one more would be does no harm
            for element in names.elts:
                name = constant(module, element)
                if not isinstance(name, str) or name in datasets:
                    continue
                close = only_close_name(name, set(datasets) - named)
                is_literal = close is not None and isinstance(element, ast.Constant)
                fix = Fix(f'Split "{close}"', (replaced(module, element, quoted_like(module, element, close or "")),))
                yield self.at(
                    module,
                    element,
                    f'The trainer has no dataset "{name}", so this splits nothing.',
                    f"Name a key of `datasets=`: {listed(sorted(datasets))}." if datasets else "Pass `datasets=`.",
                    fix if is_literal else None,
                )

"""RTL224: a dataset is given to the trainer, and the loop never asks for its shard."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..configuration import datasets_of
from ..diagnostic import Diagnostic
from ..loop import TrainLoop
from ..module import Module
from ..node_index import last_word
from ..rule import Rule

_SHARD = "get_dataset_shard"


class DatasetNeverRead(Rule):
    """Datasets are given to the trainer, and the loop never asks for one.

    ## What it does
    Looks for a trainer with `datasets=` whose loop has no `get_dataset_shard` anywhere, nor in the functions that it
    uses. Where code that is not in the file could ask, the rule is silent.

    ## Why is this bad?
    Data reaches the workers through `get_dataset_shard(name)` and in no other way. A loop that does not call it trains
    on something else, and nothing says so.

    ## Example
    ```python
    import ray
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"rows": sum(range(64))})

    TorchTrainer(
        train_loop,
        datasets={"train": ray.data.range(64)},
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
        shard = train.get_dataset_shard("train")
        train.report({"rows": sum(len(batch["id"]) for batch in shard.iter_torch_batches(batch_size=8))})

    TorchTrainer(
        train_loop,
        datasets={"train": ray.data.range(64)},
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Since which Ray
    As long as there has been `datasets=`.
    """

    code = "RTL224"
    name = "dataset-never-read"
    severity = "warning"
    symptoms = ("The results do not change with the data that the trainer is given.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for trainer in module.trainers:
            given, loop = trainer.argument("datasets"), trainer.loop
            if given is None or loop is None or not datasets_of(trainer) or _may_ask(loop):
                continue
            yield self.at(
                module,
                given,
                "The loop never asks for these datasets, so nothing of them is read.",
                'Take the shard of this rank in the loop: `ray.train.get_dataset_shard("train")`.',
            )


def _may_ask(loop: TrainLoop) -> bool:
    names = (*loop.index.all(ast.Name), *loop.index.all(ast.Attribute))
    asks = any(
        last_word(name) == _SHARD or (loop.module.qualified(name) or "").endswith(f".{_SHARD}") for name in names
    )
    return asks or loop.may_report_out_of_sight

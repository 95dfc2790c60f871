"""RTL127: every rank reads all of a Ray Data set, because the trainer was never given it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..ray_data import ray_data_sources
from ..reach import Reach, divides_by_hand
from ..rule import Rule


class DatasetNotFromTrainer(Rule):
    """The loop trains on a Ray Data set that it did not get from the trainer.

    ## What it does
    Looks for `ray.data.read_...`, `from_...` and `range` whose rows are trained on by a loop with more than one worker,
    without `datasets=` and `get_dataset_shard` in between, and where nothing depends on the rank.

    ## Why is this bad?
    Ray Train divides the data sets that the trainer was given, and no others. One that is made in the loop, or taken
    from around it, is read from beginning to end by every rank: the work is done once per rank and not shared.

    ## Example
    ```python
    import ray
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        rows = ray.data.range_tensor(64, shape=(1,))
        for batch in rows.iter_torch_batches(batch_size=8, dtypes=torch.float32):
            loss = torch.nn.functional.mse_loss(model(batch["data"]), 2 * batch["data"])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import ray
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        rows = train.get_dataset_shard("train")
        for batch in rows.iter_torch_batches(batch_size=8, dtypes=torch.float32):
            loss = torch.nn.functional.mse_loss(model(batch["data"]), 2 * batch["data"])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(
        train_loop,
        datasets={"train": ray.data.range_tensor(64, shape=(1,))},
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Since which Ray
    As long as `datasets=` exists. In Train V2 a function that makes the data set may be given there too.
    """

    code = "RTL127"
    name = "dataset-not-from-trainer"
    severity = "warning"
    symptoms = (
        "Every rank trains on the same rows.",
        "An epoch over a Ray Data set takes as long with four workers as with one.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.Call] = set()
        for reading in module.readings:
            for source in ray_data_sources(module, reading.iterated):
                if source in found:
                    continue
                found.add(source)
                reach = Reach.of(module, reading.loop, reading.iterated)
                if reach.minds_the_rank or reach.differs_by_chance or not reach.is_in_sight:
                    continue
                if divides_by_hand(module, reading.loop):
                    continue
                yield self.at(
                    module,
                    source.func,
                    "Every rank trains on all rows of this data set, as the loop does not get it from the trainer.",
                    'Give it to the trainer, `datasets={"train": ...}`, and take `ray.train.get_dataset_shard("train")`'
                    " in the loop.",
                )

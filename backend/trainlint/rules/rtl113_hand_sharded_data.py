"""RTL113: data cut into one part for each rank by hand, and the parts may differ in size."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..lengths import Lengths
from ..module import Module
from ..rule import Rule


class HandShardedData(Rule):
    """Each rank goes through its own part of the data, and one part may be larger than another.

    ## What it does
    Looks for loops in which ranks meet (a report, a collective, the backward pass of a prepared model) and that go
    through `items[rank::world_size]`, `range(rank, count, world_size)` or a part of `numpy.array_split`, directly or in
    a `DataLoader` without `drop_last=True`. Where the number of items is known it counts them: even parts are fine, and
    parts that surely differ are RTL105.

    ## Why is this bad?
    Unless the number of items is a multiple of the number of ranks, some ranks have one item more than others. Each
    step waits for all ranks, so at the end of the epoch they wait for those that are done already. With
    one more file or one more worker a program that always ran begins to hang.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer, prepare_model

    def train_loop(config):
        context = train.get_context()
        rank, world_size = context.get_world_rank(), context.get_world_size()
        model = prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for row in config["rows"][rank::world_size]:
            loss = model(torch.tensor(row)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        train.report({"loss": loss.item()})

    trainer = TorchTrainer(
        train_loop,
        train_loop_config={"rows": [[0.0, 1.0, 2.0, 3.0], [1.0, 1.0, 1.0, 1.0], [2.0, 0.0, 2.0, 0.0]]},
        scaling_config=ScalingConfig(num_workers=2),
    )
    trainer.fit()
    ```

    ## Use instead
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer, prepare_data_loader, prepare_model
    from torch.utils.data import DataLoader, TensorDataset

    def train_loop(config):
        model = prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        loader = prepare_data_loader(DataLoader(TensorDataset(torch.tensor(config["rows"])), shuffle=True))
        for epoch in range(config["epochs"]):
            if train.get_context().get_world_size() > 1:
                loader.sampler.set_epoch(epoch)
            for (rows,) in loader:
                loss = model(rows).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            train.report({"loss": loss.item()})

    trainer = TorchTrainer(
        train_loop,
        train_loop_config={
            "epochs": 2,
            "rows": [[0.0, 1.0, 2.0, 3.0], [1.0, 1.0, 1.0, 1.0], [2.0, 0.0, 2.0, 0.0]],
        },
        scaling_config=ScalingConfig(num_workers=2),
    )
    trainer.fit()
    ```

    ## Since which Ray
    Every version. The sampler of `prepare_data_loader` repeats a few items and Ray Data drops a few rows, so that every
    rank has as many as the others.
    """

    code = "RTL113"
    name = "hand-sharded-data"
    severity = "info"
    symptoms = (
        "The run hangs at the end of an epoch, but only with some numbers of workers or files.",
        "It works with two workers and hangs with three.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        ranks, traces = module.ranks, module.traces
        if ranks is None or traces is None or not traces.meetings:
            return
        lengths = Lengths(module, ranks)
        found: set[ast.expr] = set()
        for loop in module.index.all(ast.For):
            if not traces.kinds_in_rounds(loop) or lengths.differ(loop.iter):
                continue
            cut = lengths.may_differ(loop.iter)
            if cut is not None and cut not in found:
                found.add(cut)
                yield self.at(
                    module,
                    cut,
                    "Maybe some ranks get one item more than others here; then they wait for the others at the end.",
                    "Use `prepare_data_loader` or Ray Data, which make all parts equal, or cut off what is left over.",
                )

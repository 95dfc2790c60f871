"""RTL120: several ranks train on a loader that nothing divides among them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import TypeGuard

from ..arguments import argument, has_unseen_arguments
from ..batches import Reading
from ..diagnostic import Diagnostic, Fix
from ..loaders import PREPARES, Loader, loaders_given_to
from ..loop import TrainLoop
from ..module import Module
from ..origins import certainly_made_by
from ..reach import Reach, divides_by_hand
from ..rule import Rule, inserted
from ..spelling import spelled
from ..values import constant

_WHOLE = ("torch.utils.data.RandomSampler", "torch.utils.data.SequentialSampler")


class LoaderNotPrepared(Rule):
    """Several ranks train on a `DataLoader` that gives all rows to each of them.

    ## What it does
    Looks, in the loop of a trainer with more than one worker, for a `DataLoader` that is trained on, was not handed to
    `ray.train.torch.prepare_data_loader`, has no `DistributedSampler`, and whose data set has nothing to do with the
    rank.

    ## Why is this bad?
    Ray Train divides Ray Data sets by itself, and `DataLoader`s not at all. Each rank then reads every row: an epoch
    takes as long as with one worker, and each row is trained on once per rank.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer
    from torch.utils.data import DataLoader, TensorDataset

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        points = torch.linspace(0, 1, 64).unsqueeze(1)
        loader = DataLoader(TensorDataset(points, 2 * points), batch_size=8)
        for epoch in range(3):
            for inputs, targets in loader:
                loss = torch.nn.functional.mse_loss(model(inputs), targets)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            train.report({"epoch": epoch})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer
    from torch.utils.data import DataLoader, TensorDataset

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        points = torch.linspace(0, 1, 64).unsqueeze(1)
        loader = train.torch.prepare_data_loader(DataLoader(TensorDataset(points, 2 * points), batch_size=8))
        for epoch in range(3):
            for inputs, targets in loader:
                loss = torch.nn.functional.mse_loss(model(inputs), targets)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            train.report({"epoch": epoch})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    `prepare_data_loader` is as old as `ray.train.torch`; no Ray has ever divided a `DataLoader` unasked.
    """

    code = "RTL120"
    name = "loader-not-prepared"
    severity = "warning"
    fixable = True
    symptoms = (
        "An epoch takes as long with four workers as with one.",
        "Every rank trains on the same rows.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.Call] = set()
        for reading in module.readings:
            for loader in reading.loaders:
                if loader.call in found or not _gives_all_rows(reading, loader):
                    continue
                if not divides_by_hand(module, reading.loop):
                    found.add(loader.call)
                    yield self.at(
                        module,
                        loader.call.func,
                        "This loader gives every row to every rank, so the ranks repeat each other's work.",
                        "Hand it to `ray.train.torch.prepare_data_loader`, which gives each rank its own part.",
                        _wrapped(module, reading.loop, loader.call),
                    )


def _gives_all_rows(reading: Reading, loader: Loader) -> bool:
    module = reading.module
    if loader.prepared_by is not None or loader.dataset is None or has_unseen_arguments(loader.call):
        return False
    sampler = argument(loader.call, "sampler", 3)
    if _is_given(sampler, module) and not certainly_made_by(module, sampler, *_WHOLE):
        return False
    if _is_given(argument(loader.call, "batch_sampler", 4), module):
        return False
    reach = Reach.of(module, reading.loop, loader.dataset, sampler)
    if reach.minds_the_rank or reach.differs_by_chance or not reach.is_in_sight:
        return False
    return not reach.is_a_stream


def _is_given(expression: ast.expr | None, module: Module) -> TypeGuard[ast.expr]:
    return expression is not None and constant(module, expression) is not None


def _wrapped(module: Module, loop: TrainLoop, call: ast.Call) -> Fix | None:
    """Only where the loader is made in the loop: elsewhere `prepare_data_loader` may run outside of a worker. Where it
    is prepared already, and the bare one is read, the name is what has to change."""
    written = spelled(module, call, "ray.train.torch.prepare_data_loader")
    prepares = loop.index.calls_to(*PREPARES)
    is_prepared = any(loader.call is call for prepare in prepares for loader in loaders_given_to(module, prepare))
    if written is None or is_prepared or not loop.owns(call):
        return None
    name, imports = written
    edits = (inserted(module, call, f"{name}("), inserted(module, call, ")", after=True), *imports)
    return Fix("Hand the loader to `prepare_data_loader`", edits)

"""RTL123: a stream that gives the same rows to every rank."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import has_unseen_arguments
from ..batches import parallel_loops
from ..diagnostic import Diagnostic
from ..loaders import PREPARES, Loader, adds_a_sampler, loaders_given_to
from ..loop import TrainLoop
from ..module import Module
from ..node_index import last_word
from ..reach import Reach, divides_by_hand
from ..rule import Rule


class IterableDatasetNotSharded(Rule):
    """Several ranks train on an `IterableDataset` that knows nothing of ranks.

    ## What it does
    Looks for a `DataLoader` over an `IterableDataset` of the same file that more than one worker trains on, or that
    goes through `prepare_data_loader`, where neither the class nor what it is made with depends on the rank.

    ## Why is this bad?
    A sampler chooses rows by number, and the rows of a stream have none. `prepare_data_loader` therefore leaves such a
    loader as it is, without a word, and every rank reads the whole stream.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer
    from torch.utils.data import DataLoader, IterableDataset

    class Points(IterableDataset):
        def __iter__(self):
            for number in range(64):
                yield torch.tensor([number / 64])

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        loader = train.torch.prepare_data_loader(DataLoader(Points(), batch_size=8))
        for inputs in loader:
            loss = torch.nn.functional.mse_loss(model(inputs), 2 * inputs)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer
    from torch.utils.data import DataLoader, IterableDataset

    class Points(IterableDataset):
        def __init__(self, rank, ranks):
            self.rank = rank
            self.rows = 64 // ranks

        def __iter__(self):
            for number in range(self.rank * self.rows, (self.rank + 1) * self.rows):
                yield torch.tensor([number / 64])

    def train_loop():
        context = train.get_context()
        model = train.torch.prepare_model(torch.nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        points = Points(context.get_world_rank(), context.get_world_size())
        loader = train.torch.prepare_data_loader(DataLoader(points, batch_size=8))
        for inputs in loader:
            loss = torch.nn.functional.mse_loss(model(inputs), 2 * inputs)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    As old as `prepare_data_loader`. Ray Data has no such gap: its shards are streams, and divided.
    """

    code = "RTL123"
    name = "iterable-dataset-not-sharded"
    severity = "warning"
    symptoms = (
        "Every rank trains on the same rows, though the loader went through `prepare_data_loader`.",
        "More workers make an epoch over a stream no shorter.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.Call] = set()
        for loop, loader in _loaders(module):
            if loader.call not in found and _is_whole_on_each_rank(module, loop, loader):
                found.add(loader.call)
                yield self.at(
                    module,
                    loader.dataset or loader.call,
                    "This data set is a stream, which no sampler can divide, so every rank reads all of it.",
                    "Let `__iter__` give each rank its own rows, as many on each, or give Ray Data to the trainer.",
                )


def _loaders(module: Module) -> Iterator[tuple[TrainLoop, Loader]]:
    """The loaders that are trained on, and those that were meant to be divided."""
    for reading in module.readings:
        for loader in reading.loaders:
            yield reading.loop, loader
    for loop in parallel_loops(module):
        for prepare in loop.index.calls_to(*PREPARES):
            for loader in loaders_given_to(module, prepare):
                if adds_a_sampler(module, loader):
                    yield loop, loader


def _is_whole_on_each_rank(module: Module, loop: TrainLoop, loader: Loader) -> bool:
    if loader.dataset is None or has_unseen_arguments(loader.call):
        return False
    reach = Reach.of(module, loop, loader.dataset)
    streams = [
        node
        for node in reach.nodes
        if isinstance(node, ast.ClassDef) and any(last_word(base) == "IterableDataset" for base in node.bases)
    ]
    if not streams or reach.minds_the_rank or reach.differs_by_chance or not reach.is_in_sight:
        return False
    if divides_by_hand(module, loop):
        return False
    return all(any(getattr(part, "name", "") == "__iter__" for part in stream.body) for stream in streams)

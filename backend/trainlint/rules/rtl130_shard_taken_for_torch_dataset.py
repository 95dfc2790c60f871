"""RTL130: a shard of Ray Data is used as if it were a data set of torch."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..diagnostic import Diagnostic
from ..loaders import DATA_LOADERS, PREPARES, SAMPLERS
from ..module import Module
from ..node_index import last_word
from ..origins import certainly_made_by, makers
from ..rule import Rule

_SHARD = "ray.train.get_dataset_shard"
_READS = frozenset({"iter_torch_batches", "iter_batches", "iter_rows"})
_OTHER_SAMPLERS = ("torch.utils.data.RandomSampler", "torch.utils.data.SequentialSampler")


class ShardTakenForTorchDataset(Rule):
    """A shard of Ray Data is put into a `DataLoader`, counted, or looped over directly.

    ## What it does
    Looks for what `ray.train.get_dataset_shard` gave, or its `iter_torch_batches(...)`, in a `DataLoader`, a sampler,
    `prepare_data_loader` or `len`; and for a `for` over the shard itself, or `shard[0]`.

    ## Why is this bad?
    A shard is a stream of blocks that come while they are read. It has no length, its rows have no numbers, and only
    its `iter_...` methods can be looped over, so each of these raises a `TypeError` or an `AttributeError`.

    ## Example
    ```python
    import ray
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer
    from torch.utils.data import DataLoader

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        loader = DataLoader(train.get_dataset_shard("train"), batch_size=8)
        for batch in loader:
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
        shard = train.get_dataset_shard("train")
        for batch in shard.iter_torch_batches(batch_size=8, dtypes=torch.float32):
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
    Since shards are `DataIterator`s, which is long before Train V2.
    """

    code = "RTL130"
    name = "shard-taken-for-torch-dataset"
    severity = "error"
    symptoms = (
        "TypeError: object of type 'StreamSplitDataIterator' has no len().",
        "TypeError: 'StreamSplitDataIterator' object is not iterable.",
        "AttributeError: '_IterableFromIterator' object has no attribute 'sampler'.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if not module.index.calls_to(_SHARD):
            return
        for place, used in _uses(module):
            yield self.at(
                module,
                place,
                f"A shard of Ray Data is no data set of torch: {used}, so this raises.",
                "Read it with `shard.iter_torch_batches(batch_size=...)`, which makes batches and moves them.",
            )


def _uses(module: Module) -> Iterator[tuple[ast.expr, str]]:
    for call in module.index.calls_to(*DATA_LOADERS, *SAMPLERS, *_OTHER_SAMPLERS):
        dataset = argument(call, "dataset", 0) or argument(call, "data_source", 0)
        if dataset is not None and (_is_shard(module, dataset) or _is_read(module, dataset)):
            yield dataset, "its rows have no numbers, and it has no length"
    for call in module.index.calls_to(*PREPARES):
        loader = argument(call, "data_loader", 0)
        if loader is not None and (_is_shard(module, loader) or (_is_read(module, loader) and _is_parallel(module))):
            yield loader, "it has no sampler to be replaced"
    for call in module.index.calls_to("builtins.len"):
        if call.args and (_is_shard(module, call.args[0]) or _is_read(module, call.args[0])):
            yield call, "it has no length"
    places: list[ast.For | ast.comprehension]
    places = [*module.index.all(ast.For), *module.index.all(ast.comprehension)]
    for place in places:
        iterated = place.iter
        if isinstance(iterated, ast.Call) and last_word(iterated.func) in ("enumerate", "tqdm") and iterated.args:
            iterated = iterated.args[0]
        if _is_shard(module, iterated):
            yield iterated, "only its `iter_...` methods can be looped over"
    for taken in module.index.all(ast.Subscript):
        if isinstance(taken.ctx, ast.Load) and _is_shard(module, taken.value):
            yield taken, "its rows have no numbers"


def _is_shard(module: Module, expression: ast.expr) -> bool:
    return isinstance(expression, ast.Name | ast.Call) and certainly_made_by(module, expression, _SHARD)


def _is_read(module: Module, expression: ast.expr) -> bool:
    """Whether it is what a shard's `iter_...` gives."""
    found = makers(module, expression)
    return bool(found) and all(
        isinstance(maker, ast.Call)
        and isinstance(maker.func, ast.Attribute)
        and maker.func.attr in _READS
        and _is_shard(module, maker.func.value)
        for maker in found or ()
    )


def _is_parallel(module: Module) -> bool:
    """Whether every trainer of the file has several workers: a single one gets by without a sampler."""
    return bool(module.trainers) and all(
        trainer.workers is not None and min(trainer.workers, default=1) > 1 for trainer in module.trainers
    )

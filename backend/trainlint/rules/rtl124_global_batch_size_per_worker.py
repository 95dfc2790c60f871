"""RTL124: a global batch size is given to the loader of each rank."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..batches import parallel_loops
from ..diagnostic import Diagnostic
from ..loaders import DATA_LOADERS
from ..loop import TrainLoop
from ..module import Module
from ..ray_data import shards_of
from ..rule import Rule
from ..scopes import Function
from ..values import constant, entries

_GLOBAL = frozenset(
    [
        "effective_batch_size",
        "global_batch",
        "global_batch_size",
        "global_train_batch_size",
        "total_batch",
        "total_batch_size",
        "total_train_batch_size",
    ]
)
_READS = ("iter_torch_batches", "iter_batches")
# These divide a batch among the ranks themselves, if they are told to.
_DIVIDERS = ("prepare", "DataLoaderConfiguration")


class GlobalBatchSizePerWorker(Rule):
    """What is called a global batch size is given undivided to the loader of every rank.

    ## What it does
    Looks, in the loop of a trainer with more than one worker, for a `batch_size` of a `DataLoader` or of a shard's
    `iter_torch_batches` that is a variable or an entry named like `global_batch_size`, and was not divided; and for one
    that is a plain number where the file runs the same loop with one worker and with several.

    ## Why is this bad?
    `batch_size` counts the rows that one rank takes for a step. The gradients of all ranks are averaged, so a step is
    made of that number times the number of workers: fewer steps per epoch, and a learning rate that no longer fits.

    ## Example
    ```python
    import ray
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop(config):
        model = train.torch.prepare_model(torch.nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        shard = train.get_dataset_shard("train")
        batch_size = config["global_batch_size"]
        for batch in shard.iter_torch_batches(batch_size=batch_size, dtypes=torch.float32):
            loss = torch.nn.functional.mse_loss(model(batch["data"]), 2 * batch["data"])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(
        train_loop,
        train_loop_config={"global_batch_size": 32},
        datasets={"train": ray.data.range_tensor(256, shape=(1,))},
        scaling_config=ScalingConfig(num_workers=4),
    ).fit()
    ```

    ## Use instead
    ```python
    import ray
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop(config):
        model = train.torch.prepare_model(torch.nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        shard = train.get_dataset_shard("train")
        batch_size = config["global_batch_size"] // train.get_context().get_world_size()
        for batch in shard.iter_torch_batches(batch_size=batch_size, dtypes=torch.float32):
            loss = torch.nn.functional.mse_loss(model(batch["data"]), 2 * batch["data"])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(
        train_loop,
        train_loop_config={"global_batch_size": 32},
        datasets={"train": ray.data.range_tensor(256, shape=(1,))},
        scaling_config=ScalingConfig(num_workers=4),
    ).fit()
    ```

    ## Since which Ray
    With any. Neither `prepare_data_loader` nor Ray Data divides a batch size.
    """

    code = "RTL124"
    name = "global-batch-size-per-worker"
    severity = "info"
    symptoms = (
        "Accuracy changes with the number of workers.",
        "An epoch has fewer steps with more workers than the global batch size says.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.expr] = set()
        for loop in parallel_loops(module):
            if loop.index.calls_named(*_DIVIDERS):
                continue
            several = _numbers_of_workers(module, loop)
            for size in _batch_sizes(module, loop):
                if size in found:
                    continue
                found.add(size)
                if _is_global(module, loop, size):
                    yield self.at(
                        module,
                        size,
                        "Maybe this batch is too large: every rank takes as many rows, and the name says all together.",
                        "Divide it by the number of ranks: `// train.get_context().get_world_size()`.",
                    )
                elif (
                    len(several) > 1
                    and several[0] == 1
                    and (rows := constant(module, size)) is not ...
                    and isinstance(rows, int)
                ):
                    numbers = " and ".join(str(number) for number in several)
                    steps = " and ".join(str(number * rows) for number in several)
                    yield self.at(
                        module,
                        size,
                        f"Maybe this is meant for all ranks: with {numbers} workers one step takes {steps} rows.",
                        "Divide a global batch size by `train.get_context().get_world_size()` to compare runs.",
                    )


def _numbers_of_workers(module: Module, loop: TrainLoop) -> list[int]:
    """The numbers of workers that different trainers run `loop` with."""
    sizes = [trainer.workers for trainer in module.trainers if trainer.loop is loop]
    return sorted({number for workers in sizes if workers and len(workers) == 1 for number in workers if number})


def _batch_sizes(module: Module, loop: TrainLoop) -> Iterator[ast.expr]:
    for call in loop.index.calls_to(*DATA_LOADERS):
        size = argument(call, "batch_size", 1)
        if size is not None:
            yield size
    for call in loop.index.calls_named(*_READS):
        size = argument(call, "batch_size")
        if size is not None and isinstance(call.func, ast.Attribute) and shards_of(module, call.func.value):
            yield size


def _is_global(module: Module, loop: TrainLoop, size: ast.expr) -> bool:
    """Whether `size` is, by the name it had on its way here, the size of a batch of all ranks."""
    for _ in range(6):
        match size:
            case ast.Name(id=name):
                if name in _GLOBAL:
                    return _is_undivided(module, size)
                binding = module.binding(size)
                given = None
                if binding is not None and binding.kind == "parameter" and isinstance(binding.node, Function):
                    given = module.arguments_for(binding.node, name)
                elif binding is not None and binding.kind == "assignment" and binding.value is not None:
                    given = [binding.value]
                if given is None or len(given) != 1:
                    return False
                size = given[0]
            case ast.Attribute(attr=name):
                return name in _GLOBAL
            case ast.Subscript(slice=key) | ast.Call(func=ast.Attribute(attr="get"), args=[key, *_]):
                text = constant(module, key)
                return isinstance(text, str) and text in _GLOBAL and _is_undivided_entry(module, loop, text)
            case _:
                return False
    return False


def _is_undivided(module: Module, name: ast.Name) -> bool:
    """Whether nothing that `name` is assigned or given is a quotient."""
    values: list[ast.expr] = []
    for binding in module.bindings(name):
        if binding.kind == "parameter" and isinstance(binding.node, Function):
            values += module.arguments_for(binding.node, name.id) or []
        elif binding.value is not None:
            values.append(binding.value)
        elif binding.kind == "assignment":
            return False
    return not any(isinstance(value, ast.BinOp) for value in values)


def _is_undivided_entry(module: Module, loop: TrainLoop, key: str) -> bool:
    """Whether no trainer of the loop divides what it puts under `key` of the loop's configuration."""
    for trainer in module.trainers:
        config = trainer.argument("train_loop_config")
        if trainer.loop is loop and config is not None:
            found = entries(module, config)
            value = module.value(found[key]) if found is not None and key in found else None
            if value is None or isinstance(value, ast.BinOp):
                return False
    return True

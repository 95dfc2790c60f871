"""RTL131: a sampler that `prepare_data_loader` throws away."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument, has_unseen_arguments
from ..batches import parallel_loops
from ..diagnostic import Diagnostic
from ..loaders import PREPARES, adds_a_sampler, loaders_given_to
from ..module import Module
from ..node_index import last_word
from ..origins import makers
from ..rule import Rule
from ..values import constant

_CHOOSING = frozenset({"torch.utils.data.WeightedRandomSampler", "torch.utils.data.SubsetRandomSampler"})
_RANDOM = "torch.utils.data.RandomSampler"


class SamplerReplaced(Rule):
    """A loader with a sampler of its own is handed to `prepare_data_loader`, which puts another in its place.

    ## What it does
    Looks for a `DataLoader` with a weighted, subset, batch or self-written sampler that goes through
    `prepare_data_loader` in a loop with more than one worker, and without `add_dist_sampler=False`.

    ## Why is this bad?
    With several workers `prepare_data_loader` makes the loader anew, with a `DistributedSampler` over all rows. Weights
    and subsets are gone, and a log line on rank 0 is all that says so. Of a batch sampler even the batches are gone:
    rows arrive one by one.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer
    from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        points = torch.linspace(0, 1, 64)
        dataset = TensorDataset(points.unsqueeze(1))
        sampler = WeightedRandomSampler(points.tolist(), num_samples=64)
        loader = train.torch.prepare_data_loader(DataLoader(dataset, batch_size=8, sampler=sampler))
        for (inputs,) in loader:
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
    from torch.utils.data import DataLoader, TensorDataset, WeightedRandomSampler

    def train_loop():
        context = train.get_context()
        model = train.torch.prepare_model(torch.nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        points = torch.linspace(0, 1, 64)
        dataset = TensorDataset(points.unsqueeze(1))
        generator = torch.Generator().manual_seed(context.get_world_rank())
        sampler = WeightedRandomSampler(points.tolist(), 64 // context.get_world_size(), generator=generator)
        loader = DataLoader(dataset, batch_size=8, sampler=sampler)
        loader = train.torch.prepare_data_loader(loader, add_dist_sampler=False)
        for (inputs,) in loader:
            loss = torch.nn.functional.mse_loss(model(inputs), 2 * inputs)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    As old as `prepare_data_loader`, which keeps a `DistributedSampler` and no other.
    """

    code = "RTL131"
    name = "sampler-replaced"
    severity = "warning"
    symptoms = (
        "The weights of the sampler have no effect.",
        "Batches arrive without their first dimension after prepare_data_loader.",
        "The log says that the sampler will be overwritten with a DistributedSampler.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.expr] = set()
        for loop in parallel_loops(module):
            for prepare in loop.index.calls_to(*PREPARES):
                for loader in loaders_given_to(module, prepare):
                    if has_unseen_arguments(loader.call) or not adds_a_sampler(module, loader):
                        continue
                    for given, message in _lost(module, loader.call):
                        if given not in found:
                            found.add(given)
                            yield self.at(
                                module,
                                given,
                                message,
                                "Pass `add_dist_sampler=False`, and let the sampler give each rank rows of its own.",
                            )


def _lost(module: Module, loader: ast.Call) -> Iterator[tuple[ast.expr, str]]:
    sampler = argument(loader, "sampler", 3)
    if sampler is not None and _chooses(module, sampler):
        yield (
            sampler,
            "`prepare_data_loader` puts a `DistributedSampler` in the place of this one, which has no effect.",
        )
    batches = argument(loader, "batch_sampler", 4)
    if batches is not None and _is_made(module, batches):
        yield (
            batches,
            "`prepare_data_loader` drops this batch sampler, and the rows arrive one by one, without batches.",
        )


def _is_made(module: Module, given: ast.expr) -> bool:
    return constant(module, given) is not None and bool(makers(module, given))


def _chooses(module: Module, sampler: ast.expr) -> bool:
    """Whether it certainly is a sampler that does more than to put rows in an order, and no `DistributedSampler`."""
    found = makers(module, sampler)
    return bool(found) and all(isinstance(maker, ast.Call) and _is_choice(module, maker) for maker in found or ())


def _is_choice(module: Module, call: ast.Call) -> bool:
    name = module.qualified(call.func)
    if name in _CHOOSING:
        return True
    if name == _RANDOM:
        return argument(call, "num_samples", 2) is not None
    binding = module.binding(call.func) if isinstance(call.func, ast.Name) else None
    made = binding.node if binding is not None and binding.kind == "class" else None
    return isinstance(made, ast.ClassDef) and [last_word(base) for base in made.bases] == ["Sampler"]

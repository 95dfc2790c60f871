"""RTL122: a shuffling sampler that is never told which epoch it is."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument, has_unseen_arguments
from ..batches import Reading
from ..diagnostic import Diagnostic, Edit, Fix
from ..loaders import SAMPLERS, Loader, adds_a_sampler
from ..loop import WELL_KNOWN
from ..module import Module
from ..node_index import last_word
from ..origins import makers
from ..rule import Rule
from ..scopes import walk
from ..values import constant

_REPLACED = ("torch.utils.data.RandomSampler", "torch.utils.data.WeightedRandomSampler")


class SetEpochMissed(Rule):
    """A loader that shuffles is read for several epochs, and its sampler never learns which.

    ## What it does
    Looks for a loader with a shuffling `DistributedSampler`, the user's own or the one that `prepare_data_loader` puts
    in the place of `shuffle=True`, that is trained on again and again in a loop where nothing calls `set_epoch`.

    ## Why is this bad?
    `DistributedSampler` shuffles with its seed plus the number of the epoch, which it cannot know and
    `prepare_data_loader` does not tell it. Without `set_epoch` every epoch has the same order and the same batches.

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
        dataset = TensorDataset(points, 2 * points)
        loader = train.torch.prepare_data_loader(DataLoader(dataset, batch_size=8, shuffle=True))
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
        dataset = TensorDataset(points, 2 * points)
        loader = train.torch.prepare_data_loader(DataLoader(dataset, batch_size=8, shuffle=True))
        for epoch in range(3):
            loader.sampler.set_epoch(epoch)
            for inputs, targets in loader:
                loss = torch.nn.functional.mse_loss(model(inputs), targets)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            train.report({"epoch": epoch})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Ray 2.60 and all before it leave the call to the user. With one worker there is no such sampler: where the number
    of workers may be one, ask `get_world_size() > 1` first.
    """

    code = "RTL122"
    name = "set-epoch-missed"
    severity = "warning"
    fixable = True
    symptoms = (
        "The batches come in the same order in every epoch, though the loader shuffles.",
        "The loss of each epoch has the same bumps at the same steps.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.Call] = set()
        for reading in module.readings:
            if reading.epochs is None or _is_told(reading) or _is_handed_out(reading):
                continue
            for loader in reading.loaders:
                if loader.call in found or not _shuffles(reading, loader) or _is_made_anew(module, reading, loader):
                    continue
                found.add(loader.call)
                yield self.at(
                    module,
                    loader.call.func,
                    "The sampler of this loader is never told the epoch, so every epoch shuffles the same way.",
                    "Call `loader.sampler.set_epoch(epoch)` at the start of each epoch.",
                    _told(module, reading),
                )


def _is_told(reading: Reading) -> bool:
    """Whether anything in the loop is told an epoch, by `set_epoch` or by `sampler.epoch = ...`."""
    index = reading.loop.index
    return bool(index.calls_named("set_epoch")) or any(
        attribute.attr == "epoch" and isinstance(attribute.ctx, ast.Store) and last_word(attribute.value) != "self"
        for attribute in index.all(ast.Attribute)
    )


def _is_handed_out(reading: Reading) -> bool:
    """Whether code that is not in this file gets the loader, and might tell its sampler."""
    if not isinstance(reading.iterated, ast.Name):
        return False
    for name in reading.module.index.names(reading.iterated.id):
        call = reading.module.parent(name)
        if isinstance(call, ast.Call) and name in call.args and reading.module.function(call.func) is None:
            called = reading.module.qualified(call.func)
            if called is None or called.split(".")[0] not in WELL_KNOWN:
                return True
    return False


def _shuffles(reading: Reading, loader: Loader) -> bool:
    """Whether a `DistributedSampler` that shuffles certainly is the sampler of `loader`."""
    module, call = reading.module, loader.call
    if has_unseen_arguments(call) or argument(call, "batch_sampler", 4) is not None:
        return False
    sampler = argument(call, "sampler", 3)
    if sampler is not None and constant(module, sampler) is not None:
        made = makers(module, sampler)
        if not made or not all(isinstance(maker, ast.Call) for maker in made):
            return False
        names = {module.qualified(maker.func) for maker in made if isinstance(maker, ast.Call)}
        if names <= SAMPLERS:
            return all(isinstance(maker, ast.Call) and _sampler_shuffles(module, maker) for maker in made)
        return names <= set(_REPLACED) and adds_a_sampler(module, loader)
    shuffle = argument(call, "shuffle", 2)
    if shuffle is None or constant(module, reading.given(shuffle)) is not True:
        return False
    return adds_a_sampler(module, loader)


def _sampler_shuffles(module: Module, sampler: ast.Call) -> bool:
    shuffle = argument(sampler, "shuffle", 3)
    return not has_unseen_arguments(sampler) and (shuffle is None or constant(module, shuffle) is True)


def _is_made_anew(module: Module, reading: Reading, loader: Loader) -> bool:
    """Whether each run of the outer loop makes a loader of its own, as for each fold of the data."""
    calls = [loader.call, *([loader.prepared_by] if loader.prepared_by is not None else [])]
    around = reading.epochs
    return around is not None and any(node in calls for node in walk(around))


def _told(module: Module, reading: Reading) -> Fix | None:
    """Only where `for epoch in range(...)` and `for batch in loader` stand in one function, each on lines of its own,
    and nothing changes either name in between."""
    epochs, read = reading.epochs, reading.iterated
    if not isinstance(epochs, ast.For) or not isinstance(epochs.target, ast.Name) or not isinstance(read, ast.Name):
        return None
    if not isinstance(epochs.iter, ast.Call) or module.qualified(epochs.iter.func) != "builtins.range":
        return None
    statement: ast.AST | None = reading.place
    while statement is not None and statement not in epochs.body:
        statement = module.parent(statement)
    if not isinstance(statement, ast.stmt) or len(module.bindings(epochs.target)) > 1:
        return None
    span = module.source.node_span(statement)
    indent = module.source.line_text(span.line)[: span.column]
    if indent.strip():
        return None
    text = f"{read.id}.sampler.set_epoch({epochs.target.id})\n{indent}"
    return Fix("Tell the sampler the epoch", (Edit(span.line, span.column, span.line, span.column, text),))

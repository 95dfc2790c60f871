"""RTL132: settings of a loader that do not survive `prepare_data_loader`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument, argument_keyword, has_unseen_arguments
from ..batches import parallel_loops
from ..diagnostic import Diagnostic
from ..loaders import PREPARES, Loader, adds_a_sampler, loaders_given_to
from ..loop import TrainLoop
from ..module import Module
from ..reach import Reach
from ..rule import Rule
from ..values import constant

_LOST = ("persistent_workers", "prefetch_factor", "multiprocessing_context", "pin_memory_device")


class LoaderSettingsLost(Rule):
    """Settings of a `DataLoader` that `prepare_data_loader` does not take over.

    ## What it does
    Looks for `persistent_workers`, `prefetch_factor`, `multiprocessing_context` and `pin_memory_device` of a loader
    that goes through `prepare_data_loader` in a loop with more than one worker.

    ## Why is this bad?
    To add its sampler, `prepare_data_loader` makes the loader anew, and copies the settings that it knows. These are
    not among them: the processes of the loader are started again in every epoch, whatever was asked for.

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
        dataset = TensorDataset(torch.linspace(0, 1, 64).unsqueeze(1))
        loader = DataLoader(dataset, batch_size=8, num_workers=2, persistent_workers=True)
        loader = train.torch.prepare_data_loader(loader)
        for epoch in range(3):
            for (inputs,) in loader:
                loss = torch.nn.functional.mse_loss(model(inputs), 2 * inputs)
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
    from torch.utils.data import DataLoader, DistributedSampler, TensorDataset

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(1, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        dataset = TensorDataset(torch.linspace(0, 1, 64).unsqueeze(1))
        sampler = DistributedSampler(dataset, shuffle=False)
        loader = DataLoader(dataset, batch_size=8, sampler=sampler, num_workers=2, persistent_workers=True)
        loader = train.torch.prepare_data_loader(loader)
        for epoch in range(3):
            for (inputs,) in loader:
                loss = torch.nn.functional.mse_loss(model(inputs), 2 * inputs)
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            train.report({"epoch": epoch})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    All up to 2.60. A loader that has a `DistributedSampler` already is not made anew, and keeps everything.
    """

    code = "RTL132"
    name = "loader-settings-lost"
    severity = "info"
    symptoms = ("Each epoch begins with a pause, though the loader has persistent workers.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.keyword] = set()
        for loop in parallel_loops(module):
            for prepare in loop.index.calls_to(*PREPARES):
                for loader in loaders_given_to(module, prepare):
                    if not adds_a_sampler(module, loader) or not _is_made_anew(module, loop, loader):
                        continue
                    for setting in _LOST:
                        keyword = argument_keyword(loader.call, setting)
                        if keyword is None or keyword in found or not _matters(module, keyword):
                            continue
                        found.add(keyword)
                        yield self.at(
                            module,
                            keyword,
                            f"`prepare_data_loader` makes this loader anew and does not take over `{setting}`.",
                            "Give the loader a `DistributedSampler` of its own: then it is left as it is.",
                        )


def _is_made_anew(module: Module, loop: TrainLoop, loader: Loader) -> bool:
    """Whether the loader certainly has no `DistributedSampler` yet, and its data set is no stream, which needs none."""
    sampler = argument(loader.call, "sampler", 3)
    if has_unseen_arguments(loader.call) or (sampler is not None and constant(module, sampler) is not None):
        return False
    reach = Reach.of(module, loop, loader.dataset)
    return loader.dataset is not None and reach.is_in_sight and not reach.is_a_stream


def _matters(module: Module, keyword: ast.keyword) -> bool:
    return constant(module, keyword.value) not in (None, False, "", ...)

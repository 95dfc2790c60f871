"""RTL150: all of the training runs under `no_sync()`."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..gradients import averages_by_hand, differentiated
from ..module import Module
from ..no_sync import context_around, has_forward
from ..rule import Rule
from ..wrapping import loops_on_several_ranks


class NoSyncNeverLeft(Rule):
    """Every backward pass runs under `model.no_sync()`.

    ## What it does
    Looks for a training loop in which each `backward()`, together with the forward pass before it, stands in
    `with model.no_sync():`.

    ## Why is this bad?
    `no_sync` leaves the averaging of gradients out. It is meant for all but the last batch of an accumulation: the
    last one, outside of it, brings the sums together. If none is outside, the ranks never exchange a gradient, and each
    trains a model of its own.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            optimizer.zero_grad()
            for _ in range(4):
                with model.no_sync():
                    loss = model(torch.randn(8, 4)).square().mean() / 4
                    loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    from contextlib import nullcontext

    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            optimizer.zero_grad()
            for part in range(4):
                with model.no_sync() if part < 3 else nullcontext():
                    loss = model(torch.randn(8, 4)).square().mean() / 4
                    loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Always: it is how `DistributedDataParallel` works.
    """

    code = "RTL150"
    name = "no-sync-never-left"
    severity = "warning"
    symptoms = ("With gradient accumulation the ranks end with different weights.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.AST] = set()
        for loop in loops_on_several_ranks(module):
            if averages_by_hand(loop) or not loop.index.calls_named("step"):
                continue
            contexts = [context_around(module, call) for call, _ in differentiated(loop)]
            for context in contexts if all(contexts) else ():
                if context is not None and context not in found and has_forward(module, context):
                    found.add(context)
                    yield self.at(
                        module,
                        context,
                        "Every backward pass runs under `no_sync`, so the ranks never average a gradient.",
                        "Leave the last batch before `optimizer.step()` outside of `no_sync`.",
                    )

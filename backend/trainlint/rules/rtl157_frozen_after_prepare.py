"""RTL157: parameters are frozen after the model was wrapped."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..freezing import frozen, root_of
from ..module import Module
from ..rule import Rule
from ..sources import sources
from ..wrapping import allows_unused_parameters, is_data_parallel, loops_on_several_ranks


class FrozenAfterPrepare(Rule):
    """Parameters of the prepared model are frozen.

    ## What it does
    Looks for `requires_grad = False` and `requires_grad_(False)` on parameters of a model that `prepare_model` or
    `DistributedDataParallel` has wrapped already, without `find_unused_parameters`.

    ## Why is this bad?
    The wrapper notes at the start which parameters will get a gradient, and waits for each of them in every step. It
    never hears of those that were frozen later, and the second step raises `RuntimeError`. What was frozen before is
    left out.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer
    from torch import nn

    def train_loop():
        model = train.torch.prepare_model(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)))
        for weight in model.module[0].parameters():
            weight.requires_grad = False
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            loss = model(torch.randn(8, 4)).square().mean()
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
    from torch import nn

    def train_loop():
        net = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1))
        for weight in net[0].parameters():
            weight.requires_grad = False
        model = train.torch.prepare_model(net)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Always: it is how `DistributedDataParallel` works.
    """

    code = "RTL157"
    name = "frozen-after-prepare"
    severity = "error"
    symptoms = ("The second step fails with `Expected to have finished reduction in the prior iteration`.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.AST] = set()
        for loop in loops_on_several_ranks(module):
            if not loop.index.calls_named("backward"):
                continue
            for one in frozen(loop):
                root = root_of(one.owner)
                if one.statement in found or not is_data_parallel(module, root):
                    continue
                wrappers = [source for source in sources(module, root) or () if isinstance(source, ast.Call)]
                if any(allows_unused_parameters(module, wrapper) for wrapper in wrappers):
                    continue
                found.add(one.statement)
                yield self.at(
                    module,
                    one.statement,
                    "The wrapper still waits for the gradients of what is frozen here, and the second step raises.",
                    "Freeze parameters before `prepare_model`.",
                )

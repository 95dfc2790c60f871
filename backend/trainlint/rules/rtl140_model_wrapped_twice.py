"""RTL140: a model is wrapped for data parallel training twice."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule
from ..wrapping import is_wrapped, loops_on_several_ranks, wrapped_model, wrapper_calls


class ModelWrappedTwice(Rule):
    """A model that is wrapped already is wrapped again.

    ## What it does
    Looks for `prepare_model`, `DistributedDataParallel` or `FullyShardedDataParallel` in the training loop that is
    given a model which one of them made.

    ## Why is this bad?
    `prepare_model` wraps the model in `DistributedDataParallel` by itself. A second wrapper sends every gradient
    through the network once more, `model.module` is then another wrapper and not the model, and the names in its
    `state_dict` begin with `module.module.`, so checkpoints do not load where they should.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer
    from torch.nn.parallel import DistributedDataParallel

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        model = DistributedDataParallel(model, find_unused_parameters=True)
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

    def train_loop():
        model = train.torch.prepare_model(
            torch.nn.Linear(4, 1), parallel_strategy_kwargs={"find_unused_parameters": True}
        )
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
    Always. In Train V2 the options of the wrapper go into `parallel_strategy_kwargs`.
    """

    code = "RTL140"
    name = "model-wrapped-twice"
    severity = "warning"
    symptoms = (
        "The names in my checkpoint begin with `module.module.`.",
        "model.module is a DistributedDataParallel and not my model.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.Call] = set()
        for loop in loops_on_several_ranks(module):
            for call in wrapper_calls(loop):
                model = wrapped_model(module, call)
                if call in found or model is None or not is_wrapped(module, model):
                    continue
                found.add(call)
                yield self.at(
                    module,
                    call.func,
                    "This model is wrapped already, so its gradients are averaged twice and its names get a second"
                    " `module.`.",
                    "Wrap it once, with `prepare_model`; options for the wrapper go into `parallel_strategy_kwargs`.",
                )

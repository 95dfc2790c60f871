"""RTL153: what `prepare_model` gives back is thrown away."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..rule import Rule, inserted, replaced
from ..wrapping import is_thrown_away, loops_on_several_ranks, wrapped_model, wrapper_calls


class PreparedModelThrownAway(Rule):
    """`prepare_model(model)` is called, and what it gives back is not used.

    ## What it does
    Looks for `prepare_model(model)` and `DistributedDataParallel(model)` in a loop that trains, which stand as a
    statement of their own or are put in a variable that nothing reads.

    ## Why is this bad?
    Both give back a new module around the model, and only the forward pass through that module averages the gradients.
    The model that was passed in stays as it was. Each rank then trains a copy of its own, without a word.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        model = torch.nn.Linear(4, 1)
        train.torch.prepare_model(model)
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
        model = torch.nn.Linear(4, 1)
        model = train.torch.prepare_model(model)
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
    Always. `prepare_model(model, parallel_strategy=None)` only moves the model, in place, and is left alone.
    """

    code = "RTL153"
    name = "prepared-model-thrown-away"
    severity = "warning"
    symptoms = (
        "I called prepare_model, and the ranks still end with different weights.",
        "More workers train faster, but the model is no better than that of one worker.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.Call] = set()
        for loop in loops_on_several_ranks(module):
            for call in wrapper_calls(loop) if loop.index.calls_named("backward") else ():
                if call not in found and is_thrown_away(module, call):
                    found.add(call)
                    yield self.at(
                        module,
                        call.func,
                        "The wrapped model that this gives back is thrown away, so gradients are not averaged.",
                        "Assign it and train with it: `model = prepare_model(model)`.",
                        _kept(module, call),
                    )


def _kept(module: Module, call: ast.Call) -> Fix | None:
    """The result in the place of the model, where that variable is the function's own."""
    model = wrapped_model(module, call)
    if isinstance(model, ast.Name):
        found = module.scope(call).lookup(model.id)
        if found is None or found[0] is not module.scope(call):
            return None
    elif not isinstance(model, ast.Attribute):
        return None
    title = "Train with the wrapped model"
    statement = module.parent(call)
    if isinstance(statement, ast.Assign):
        return Fix(title, (replaced(module, statement.targets[0], ast.unparse(model)),))
    return Fix(title, (inserted(module, call, f"{ast.unparse(model)} = "),))

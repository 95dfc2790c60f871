"""RTL151: `no_sync()` stands around the backward pass, and the forward pass ran before it."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..gradients import differentiated
from ..module import Module
from ..no_sync import context_around, is_forward, statement_of
from ..rule import Rule
from ..scopes import walk
from ..wrapping import loops_on_several_ranks


class NoSyncAroundBackwardAlone(Rule):
    """Only the backward pass runs under `model.no_sync()`.

    ## What it does
    Looks for `with model.no_sync():` with a `backward()` in it whose forward pass ran before the `with`.

    ## Why is this bad?
    DDP decides in the forward pass whether the gradients are averaged. Around the backward pass alone, `no_sync` leaves
    nothing out: each batch of an accumulation is sent all the same, and no time is saved.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for part in range(8):
            loss = model(torch.randn(8, 4)).square().mean() / 4
            if part % 4 < 3:
                with model.no_sync():
                    loss.backward()
            else:
                loss.backward()
                optimizer.step()
                optimizer.zero_grad()
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
        for part in range(8):
            with model.no_sync() if part % 4 < 3 else nullcontext():
                loss = model(torch.randn(8, 4)).square().mean() / 4
                loss.backward()
            if part % 4 == 3:
                optimizer.step()
                optimizer.zero_grad()
        train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Always: it is how `DistributedDataParallel` works.
    """

    code = "RTL151"
    name = "no-sync-around-backward-alone"
    severity = "warning"
    symptoms = ("Gradient accumulation with no_sync is no faster than without.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.AST] = set()
        for loop in loops_on_several_ranks(module):
            for call, _ in differentiated(loop):
                context = context_around(module, call)
                if context is not None and context not in found and _ran_before(module, call, context):
                    found.add(context)
                    yield self.at(
                        module,
                        context,
                        "The forward pass ran before this `no_sync`, so the gradients are averaged all the same.",
                        "Put the call of the model into the `with` too.",
                    )


def _ran_before(module: Module, backward: ast.Call, context: ast.Call) -> bool:
    """Whether the wrapped model is called by name in the same function, before the `with`, for all to see. A loss that
    another function makes may run the model under it."""
    statement = statement_of(module, context)
    if statement is None:
        return False
    known = (backward, context)
    if any(isinstance(node, ast.Call) and node not in known for node in ast.walk(statement)):
        return False
    before = walk(module.frame(context), into_functions=False)
    return any(is_forward(module, node) for node in before if getattr(node, "lineno", context.lineno) < context.lineno)

"""RTL154: gradients are computed, and no optimizer ever uses them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..gradients import differentiated
from ..loop import TrainLoop
from ..module import Module
from ..optimizers import SCHEDULERS, makes_optimizer, makes_scheduler
from ..origins import makers
from ..rule import Rule
from ..wrapping import loops_in_workers

_HOOKS = frozenset(["register_post_accumulate_grad_hook", "register_hook", "grad", "data"])


class OptimizerNeverSteps(Rule):
    """A training loop computes gradients and never calls `optimizer.step()`.

    ## What it does
    Looks for a training loop that makes an optimizer and calls `backward()`, and in which nothing calls `step()` on an
    optimizer. A learning rate schedule has a `step()` too, which does not count.

    ## Why is this bad?
    `backward` only computes gradients. It is `optimizer.step()` that changes the weights: without it the model at the
    end is the model of the beginning.

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
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
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
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
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
    Always: it is how PyTorch works.
    """

    code = "RTL154"
    name = "optimizer-never-steps"
    severity = "warning"
    symptoms = ("The loss does not go down, whatever the learning rate.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.Call] = set()
        for loop in loops_in_workers(module):
            backwards = [call for call, _ in differentiated(loop) if not call.args]
            if not backwards or not _never_steps(module, loop) or loop.may_report_out_of_sight:
                continue
            first = min(backwards, key=lambda call: (call.lineno, call.col_offset))
            if first not in found:
                found.add(first)
                yield self.at(
                    module,
                    first,
                    "No optimizer ever steps, so these gradients change nothing and the model stays as it is.",
                    "Call `optimizer.step()` after `backward()`.",
                )


def _never_steps(module: Module, loop: TrainLoop) -> bool:
    """Whether the optimizers of `loop` are all in sight, and none is stepped or given to someone who could."""
    for call in loop.index.calls_named("step"):
        stepped = makers(module, call.func.value) if isinstance(call.func, ast.Attribute) else None
        if not stepped or not all(makes_scheduler(module, maker) for maker in stepped):
            return False
    optimizers = [call for call in loop.calls if makes_optimizer(module, call)]
    if not optimizers or any(node.attr in _HOOKS for node in loop.index.all(ast.Attribute)):
        return False
    if any(node.attr == "step" for node in loop.index.all(ast.Attribute) if not _is_called(module, node)):
        return False
    return all(_stays_here(module, loop, optimizer) for optimizer in optimizers)


def _stays_here(module: Module, loop: TrainLoop, optimizer: ast.Call) -> bool:
    """Whether the optimizer is only ever kept in a variable that no code from elsewhere is given."""
    match module.parent(optimizer):
        case ast.Assign(targets=[ast.Name(id=name)]):
            pass
        case _:
            return False
    for call in loop.calls:
        called = module.qualified(call.func) or ""
        if module.function(call.func) is not None or called.startswith((SCHEDULERS, "builtins.print")):
            continue
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if any(isinstance(one, ast.Name) and one.id == name for one in given):
            return False
    return True


def _is_called(module: Module, node: ast.Attribute) -> bool:
    parent = module.parent(node)
    return isinstance(parent, ast.Call) and parent.func is node

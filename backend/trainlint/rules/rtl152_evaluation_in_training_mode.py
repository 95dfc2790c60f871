"""RTL152: a model with dropout or batch normalization is evaluated as in training."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..gradients import differentiated, without_gradient
from ..loop import TrainLoop
from ..modes import has_layers_with_modes, innermost_loop, switches_to_evaluation
from ..module import Module
from ..rule import Rule
from ..wrapping import is_wrapped, loops_in_workers


class EvaluationInTrainingMode(Rule):
    """A model with dropout or batch normalization is evaluated without `model.eval()`.

    ## What it does
    Looks for a forward pass of the prepared model under `torch.no_grad()`, apart from the training, in a loop that
    never calls `eval()`, where the model has dropout, batch normalization or the like.

    ## Why is this bad?
    `torch.no_grad()` only leaves gradients out. In training mode dropout still drops, and batch normalization still
    uses and changes its running statistics: the metrics are worse than the model, differ between ranks, and the
    evaluation leaks into the weights that are saved.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer
    from torch import nn

    def train_loop():
        model = train.torch.prepare_model(nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 1)))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            for _ in range(10):
                loss = model(torch.randn(8, 4)).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            with torch.no_grad():
                error = model(torch.randn(64, 4)).square().mean()
            train.report({"error": error.item()})

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
        model = train.torch.prepare_model(nn.Sequential(nn.Linear(4, 8), nn.Dropout(0.5), nn.Linear(8, 1)))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            model.train()
            for _ in range(10):
                loss = model(torch.randn(8, 4)).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
            model.eval()
            with torch.no_grad():
                error = model(torch.randn(64, 4)).square().mean()
            train.report({"error": error.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Always: it is how PyTorch works.
    """

    code = "RTL152"
    name = "evaluation-in-training-mode"
    severity = "warning"
    symptoms = (
        "The validation loss is worse than it should be and differs from run to run.",
        "The same model gives other outputs each time.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.Call] = set()
        for loop in loops_in_workers(module):
            if switches_to_evaluation(loop) or _has_mode_argument(loop) or not has_layers_with_modes(loop):
                continue
            if loop.may_report_out_of_sight:
                continue
            rounds = {innermost_loop(loop, call) for call, _ in differentiated(loop)}
            frames = {module.frame(call) for call, _ in differentiated(loop)}
            for call in _forwards(module, loop) if rounds else ():
                around = innermost_loop(loop, _no_grad_around(module, call) or call)
                in_training = around in rounds or (around is module.frame(call) and around in frames)
                if call not in found and not in_training and without_gradient(module, call):
                    found.add(call)
                    yield self.at(
                        module,
                        call,
                        "This evaluates the model in training mode: dropout drops, and batch statistics change.",
                        "Call `model.eval()` before the evaluation, and `model.train()` before the next epoch.",
                    )


def _forwards(module: Module, loop: TrainLoop) -> list[ast.Call]:
    return [call for call in loop.calls if isinstance(call.func, ast.Name) and is_wrapped(module, call.func)]


def _no_grad_around(module: Module, call: ast.Call) -> ast.AST | None:
    child: ast.AST | None = call
    while child is not None and not isinstance(child, ast.With):
        child = module.parent(child)
    return child


def _has_mode_argument(loop: TrainLoop) -> bool:
    """Whether the mode may be set by `model.train(flag)` or by hand."""
    return any(call.args for call in loop.index.calls_named("train")) or any(
        node.attr == "training" for node in loop.index.all(ast.Attribute)
    )

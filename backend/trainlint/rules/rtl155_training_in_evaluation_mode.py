"""RTL155: after the first evaluation the model stays in evaluation mode."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..gradients import differentiated
from ..loop import TrainLoop
from ..modes import has_layers_with_modes, switches_to_evaluation, switches_to_training
from ..module import Module
from ..rule import Rule
from ..wrapping import is_wrapped, loops_in_workers


class TrainingInEvaluationMode(Rule):
    """`model.eval()` is called in each epoch, and `model.train()` never.

    ## What it does
    Looks for `eval()` of the prepared model inside the epochs of a training loop that never calls `train()`, where the
    model has dropout, batch normalization or the like.

    ## Why is this bad?
    `eval()` stays until `train()` is called. From the second epoch on nothing is dropped, and batch normalization no
    longer uses or updates the statistics of the batches: the rest of the training goes on without them.

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
            model.eval()
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

    code = "RTL155"
    name = "training-in-evaluation-mode"
    severity = "warning"
    symptoms = ("The model overfits from the second epoch on, in spite of dropout.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.Call] = set()
        for loop in loops_in_workers(module):
            if not switches_to_evaluation(loop) or switches_to_training(loop) or not has_layers_with_modes(loop):
                continue
            if loop.may_report_out_of_sight or not loop.index.calls_to("torch.no_grad", "torch.inference_mode"):
                continue  # nothing is evaluated: training in this mode is meant, for frozen statistics
            for call in switches_to_evaluation(loop):
                model = call.func.value if isinstance(call.func, ast.Attribute) else None
                if call in found or model is None or not is_wrapped(module, model):
                    continue
                if _trains_again(loop, call):
                    found.add(call)
                    yield self.at(
                        module,
                        call,
                        "The model stays in evaluation mode after this, and the next epoch trains without dropout and"
                        " batch statistics.",
                        "Call `model.train()` at the start of each epoch.",
                    )


def _trains_again(loop: TrainLoop, call: ast.Call) -> bool:
    """Whether a `for` or `while` around the evaluation has a `backward` too, so that it comes round again."""
    trains = [backward for backward, _ in differentiated(loop)]
    places = [call, *(one for one in loop.calls if loop.module.function(one.func) is loop.module.frame(call))]
    trains += [one for one in loop.calls if any(loop.module.frame(b) is loop.module.function(one.func) for b in trains)]
    around_training = {around for train in trains for around in _loops_around(loop, train)}
    return any(around in around_training for place in places for around in _loops_around(loop, place))


def _loops_around(loop: TrainLoop, node: ast.AST) -> Iterator[ast.AST]:
    child: ast.AST | None = node
    while child is not None and child is not loop.module.frame(node):
        if isinstance(child, ast.For | ast.While):
            yield child
        child = loop.module.parent(child)

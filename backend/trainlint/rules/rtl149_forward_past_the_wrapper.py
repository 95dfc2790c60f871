"""RTL149: the training forward pass goes past the wrapper of the model."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Fix
from ..gradients import averages_by_hand, behind, differentiated
from ..module import Module
from ..rule import Rule, replaced
from ..sources import sources
from ..wrapping import is_thrown_away, is_wrapped, loops_on_several_ranks, wrapped_model, wrapper_calls


class ForwardPastTheWrapper(Rule):
    """The loss is computed by the model inside the wrapper.

    ## What it does
    Looks for a loss that is trained on and that comes from `model.module(inputs)`, or from the model as it was before
    `prepare_model`, while the wrapped model takes no part in it.

    ## Why is this bad?
    The wrapper arranges the averaging of gradients in its forward pass. A forward pass that goes past it has the same
    outputs and the same loss, and each rank steps with its own gradients: the weights drift apart.

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
            loss = model.module(torch.randn(8, 4)).square().mean()
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
    Always: it is how `DistributedDataParallel` works.
    """

    code = "RTL149"
    name = "forward-past-the-wrapper"
    severity = "warning"
    symptoms = (
        "The model is prepared, and the ranks still end with different weights.",
        "The loss of each rank goes its own way.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.AST] = set()
        for loop in loops_on_several_ranks(module):
            if averages_by_hand(loop):
                continue
            wrappers = [call for call in wrapper_calls(loop) if not is_thrown_away(module, call)]
            for _, loss in differentiated(loop) if wrappers else ():
                calls = [node for node in behind(module, loss) if isinstance(node, ast.Call)]
                if any(is_wrapped(module, call.func) for call in calls):
                    continue  # the rest may be a teacher, or a second pass for a penalty
                for call in calls:
                    way = _way_past(module, wrappers, call)
                    if way is None or call in found:
                        continue
                    found.add(call)
                    yield self.at(
                        module,
                        call.func,
                        "This forward pass goes past the wrapper, so the gradients of its loss are not averaged.",
                        "Call the model that `prepare_model` gave back.",
                        Fix("Call the wrapped model", (replaced(module, call.func, way),)) if way else None,
                    )


def _way_past(module: Module, wrappers: list[ast.Call], call: ast.Call) -> str | None:
    """How the wrapped model is called where `call` goes past it, empty where that is not sure; None if it does not."""
    if isinstance(call.func, ast.Attribute) and call.func.attr == "module" and is_wrapped(module, call.func.value):
        return ast.unparse(call.func.value)
    if not isinstance(call.func, ast.Name):
        return None
    made = sources(module, call.func)
    if not made:
        return None
    if all(
        isinstance(source, ast.Attribute) and source.attr == "module" and is_wrapped(module, source.value)
        for source in made
    ):
        return ""
    for wrapper in wrappers:
        inner = wrapped_model(module, wrapper)
        frame = module.frame(wrapper)
        # A model that a helper returns may be made by it more than once; what is made here is one and the same.
        one_model = len(made) == 1 and isinstance(made[0], ast.Call) and module.frame(made[0]) is frame
        if inner is not None and one_model and sources(module, inner) == made:
            return _name_of(module, wrapper, call)
    return None


def _name_of(module: Module, wrapper: ast.Call, call: ast.Call) -> str:
    """The variable that holds the wrapped model, if `call` can see it."""
    match module.parent(wrapper):
        case ast.Assign(targets=[ast.Name() as target]) if module.frame(call) is module.frame(wrapper):
            is_before = (wrapper.end_lineno or wrapper.lineno) < call.lineno
            return target.id if is_before and module.binding(target) is not None else ""
    return ""

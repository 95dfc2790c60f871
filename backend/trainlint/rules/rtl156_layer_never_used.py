"""RTL156: the model has a layer that its forward pass does not use."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule
from ..sources import sources
from ..wrapping import (
    allows_unused_parameters,
    loops_on_several_ranks,
    makes_data_parallel,
    wrapped_model,
    wrapper_calls,
)

_LAYERS = tuple(
    f"torch.nn.{name}"
    for name in ("Linear", "Bilinear", "Conv", "Embedding", "LSTM", "GRU", "RNN", "MultiheadAttention", "Transformer")
)
_REACHES_ALL = frozenset(
    [
        *("children", "modules", "named_children", "named_modules", "parameters", "named_parameters", "_modules"),
        *("__dict__", "getattr", "get_submodule", "requires_grad", "requires_grad_", "register_module"),
    ]
)
"""What may use a layer, or freeze it, without its name."""


class LayerNeverUsed(Rule):
    """A layer is made in `__init__`, and nothing ever uses it.

    ## What it does
    Looks at the class of a model that is wrapped for several ranks: a layer with weights that `__init__` puts in an
    attribute which nothing in the file reads.

    ## Why is this bad?
    `DistributedDataParallel` waits in each step for the gradient of every parameter. The layer never gets one, so the
    second step raises `RuntimeError`. On one worker the same program runs well.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer
    from torch import nn

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.first = nn.Linear(4, 8)
            self.second = nn.Linear(8, 8)
            self.last = nn.Linear(8, 1)

        def forward(self, inputs):
            return self.last(torch.relu(self.first(inputs)))

    def train_loop():
        model = train.torch.prepare_model(Net())
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

    class Net(nn.Module):
        def __init__(self):
            super().__init__()
            self.first = nn.Linear(4, 8)
            self.second = nn.Linear(8, 8)
            self.last = nn.Linear(8, 1)

        def forward(self, inputs):
            return self.last(torch.relu(self.second(torch.relu(self.first(inputs)))))

    def train_loop():
        model = train.torch.prepare_model(Net())
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

    code = "RTL156"
    name = "layer-never-used"
    severity = "error"
    symptoms = (
        "The second step fails with `Expected to have finished reduction in the prior iteration`.",
        "The program runs on one worker and fails on two.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.AST] = set()
        for loop in loops_on_several_ranks(module):
            is_repeated = bool(loop.index.all(ast.For)) or bool(loop.index.all(ast.While))
            if not loop.index.calls_named("backward") or not is_repeated:
                continue  # one step raises nothing
            for wrapper in wrapper_calls(loop):
                model = wrapped_model(module, wrapper)
                if model is None or not makes_data_parallel(module, wrapper):
                    continue
                if allows_unused_parameters(module, wrapper):
                    continue
                for made in sources(module, model) or ():
                    class_ = _class_of(module, made)
                    for layer in _unused_layers(module, class_) if class_ is not None else ():
                        if layer not in found:
                            found.add(layer)
                            yield self.at(
                                module,
                                layer,
                                "Nothing uses this layer, so its weights get no gradient and the second step raises.",
                                "Use it in `forward` or take it out; where that is meant, pass"
                                ' `parallel_strategy_kwargs={"find_unused_parameters": True}`.',
                            )


def _class_of(module: Module, made: ast.expr) -> ast.ClassDef | None:
    """The class of this file that `made` makes one of, if it is a plain `torch.nn.Module`."""
    if not isinstance(made, ast.Call) or not isinstance(made.func, ast.Name):
        return None
    binding = module.binding(made.func)
    class_ = binding.node if binding is not None else None
    if not isinstance(class_, ast.ClassDef) or len(class_.bases) != 1 or class_.decorator_list:
        return None
    return class_ if module.qualified(class_.bases[0]) == "torch.nn.Module" else None


def _unused_layers(module: Module, class_: ast.ClassDef) -> Iterator[ast.expr]:
    reads = {node.attr for node in module.index.all(ast.Attribute) if isinstance(node.ctx, ast.Load)}
    words = {node.value for node in module.index.all(ast.Constant) if isinstance(node.value, str)}
    names = {node.id for node in module.index.all(ast.Name)}
    own = {node.attr for node in ast.walk(class_) if isinstance(node, ast.Attribute)}
    if "forward" not in {getattr(member, "name", "") for member in class_.body}:
        return
    if (own | names) & _REACHES_ALL or reads & {"requires_grad", "requires_grad_"}:
        return
    for member in class_.body:
        if isinstance(member, ast.FunctionDef) and member.name == "__init__":
            for statement in member.body:
                match statement:
                    case ast.Assign(
                        targets=[ast.Attribute(attr=name, value=ast.Name(id="self")) as target],
                        value=ast.Call() as made,
                    ) if (module.qualified(made.func) or "").startswith(_LAYERS):
                        if name not in reads and name not in words:
                            yield target

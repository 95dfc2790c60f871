"""RTL147: the optimizer holds parameters that FSDP has replaced."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument, has_unseen_arguments
from ..diagnostic import Diagnostic
from ..loop import TrainLoop
from ..module import Module
from ..rule import Rule
from ..sources import sources
from ..values import constant, entries
from ..wrapping import PREPARE_MODEL, loops_on_several_ranks, wrapped_model, wrapper_calls


class OptimizerBeforeSharding(Rule):
    """The optimizer is made before FSDP takes the parameters of the model apart.

    ## What it does
    Looks for an optimizer that is given `model.parameters()` in the training loop before the same model is wrapped by
    `prepare_model(model, parallel_strategy="fsdp")` or `FullyShardedDataParallel`. With `use_orig_params=True` the
    order does not matter.

    ## Why is this bad?
    FSDP puts flat parameters of its own in the place of those of the model. The optimizer goes on stepping the old
    ones, which nothing reads any more: the loss stays exactly where it is, and nothing fails.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        model = torch.nn.Linear(4, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        model = train.torch.prepare_model(model, parallel_strategy="fsdp")
        for epoch in range(3):
            inputs = torch.randn(8, 4, device=train.torch.get_device())
            loss = model(inputs).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2, use_gpu=True)).fit()
    ```

    ## Use instead
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        model = train.torch.prepare_model(torch.nn.Linear(4, 1), parallel_strategy="fsdp")
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            inputs = torch.randn(8, 4, device=train.torch.get_device())
            loss = model(inputs).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2, use_gpu=True)).fit()
    ```

    ## Since which Ray
    Always: it is how `FullyShardedDataParallel` works. With the default strategy, `ddp`, the model keeps its
    parameters and either order is right.
    """

    code = "RTL147"
    name = "optimizer-before-sharding"
    severity = "warning"
    symptoms = ("With FSDP the loss does not change at all.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.AST] = set()
        for loop in loops_on_several_ranks(module):
            for wrapper in wrapper_calls(loop):
                model = wrapped_model(module, wrapper)
                if model is None or not _replaces_parameters(module, wrapper):
                    continue
                made = sources(module, model)
                for optimizer in _optimizers_of(module, loop, made, module.frame(wrapper)):
                    if optimizer not in found and optimizer.lineno < wrapper.lineno:
                        found.add(optimizer)
                        yield self.at(
                            module,
                            optimizer,
                            "This optimizer holds the parameters that FSDP is about to replace, so it trains nothing.",
                            "Make the optimizer after the model is wrapped, from the parameters of the wrapped model.",
                        )


def _replaces_parameters(module: Module, wrapper: ast.Call) -> bool:
    if module.qualified(wrapper.func) not in PREPARE_MODEL:
        is_sharded = (module.qualified(wrapper.func) or "").endswith("FullyShardedDataParallel")
        return is_sharded and not has_unseen_arguments(wrapper) and argument(wrapper, "use_orig_params") is None
    strategy = argument(wrapper, "parallel_strategy", 2)
    if strategy is None or constant(module, strategy) != "fsdp" or has_unseen_arguments(wrapper):
        return False
    given = argument(wrapper, "parallel_strategy_kwargs", 3)
    options = entries(module, given) if given is not None else {}
    return options is not None and "use_orig_params" not in options


def _optimizers_of(module: Module, loop: TrainLoop, made: list[ast.expr] | None, frame: ast.AST) -> Iterator[ast.Call]:
    """The optimizers in `frame` that are given the parameters of the model that `made` made."""
    for parameters in loop.index.calls_named("parameters"):
        optimizer = module.parent(parameters)
        if not isinstance(optimizer, ast.Call) or module.frame(optimizer) is not frame:
            continue
        is_optimizer = (module.qualified(optimizer.func) or "").startswith("torch.optim.")
        model = parameters.func.value if isinstance(parameters.func, ast.Attribute) else None
        if is_optimizer and model is not None and made and sources(module, model) == made:
            yield optimizer

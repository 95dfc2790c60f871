"""RTL159: a model without anything to train is wrapped for training."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Fix
from ..freezing import frozen
from ..module import Module
from ..rule import Rule, inserted
from ..sources import sources
from ..wrapping import (
    PREPARE_MODEL,
    loops_on_several_ranks,
    makes_data_parallel,
    wrapped_model,
    wrapper_calls,
)


class FrozenModelPrepared(Rule):
    """A model whose parameters are all frozen is given to `prepare_model`.

    ## What it does
    Looks for a model that is frozen as a whole, by `requires_grad_(False)` or over all of its `parameters()`, and then
    wrapped by `prepare_model` or `DistributedDataParallel`. It is a teacher most often, or a fixed encoder.

    ## Why is this bad?
    `DistributedDataParallel` averages gradients, and refuses a model that has none: it raises `RuntimeError`. Such a
    model only has to be moved to the device of the rank.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        teacher = torch.nn.Linear(4, 1)
        teacher.requires_grad_(False)
        teacher = train.torch.prepare_model(teacher)
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            inputs = torch.randn(8, 4)
            loss = (model(inputs) - teacher(inputs)).square().mean()
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
        teacher = torch.nn.Linear(4, 1)
        teacher.requires_grad_(False)
        teacher = train.torch.prepare_model(teacher, parallel_strategy=None)
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            inputs = torch.randn(8, 4)
            loss = (model(inputs) - teacher(inputs)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Always: it is how `DistributedDataParallel` works.
    """

    code = "RTL159"
    name = "frozen-model-prepared"
    severity = "error"
    symptoms = (
        "The run fails with `DistributedDataParallel is not needed when a module doesn't have any parameter that"
        " requires a gradient`.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.Call] = set()
        for loop in loops_on_several_ranks(module):
            whole = [one for one in frozen(loop) if one.all and isinstance(one.owner, ast.Name | ast.Call)]
            for wrapper in wrapper_calls(loop) if whole else ():
                model = wrapped_model(module, wrapper)
                if wrapper in found or model is None or not makes_data_parallel(module, wrapper):
                    continue
                if _gets_new_parts(module, model):
                    continue
                made = sources(module, model)
                for one in whole:
                    is_before = (one.statement.lineno, one.statement.col_offset) < (model.lineno, model.col_offset + 1)
                    in_frame = module.frame(one.statement) is module.frame(wrapper)
                    is_same = one.statement is model or (bool(made) and sources(module, one.owner) == made)
                    if is_before and in_frame and is_same and not _is_conditional(module, one.statement):
                        found.add(wrapper)
                        yield self._finding(module, wrapper)
                        break

    def _finding(self, module: Module, wrapper: ast.Call) -> Diagnostic:
        last: ast.expr | ast.keyword = wrapper.keywords[-1] if wrapper.keywords else wrapper.args[-1]
        is_plain = module.qualified(wrapper.func) in PREPARE_MODEL and not any(
            keyword.arg in ("parallel_strategy", "parallel_strategy_kwargs") for keyword in wrapper.keywords
        )
        fix = Fix("Only move the model", (inserted(module, last, ", parallel_strategy=None", after=True),))
        return self.at(
            module,
            wrapper.func,
            "All parameters of this model are frozen, and DistributedDataParallel raises for such a model.",
            "Only move it: `prepare_model(model, parallel_strategy=None)`.",
            fix if is_plain and len(wrapper.args) < 3 else None,
        )


def _gets_new_parts(module: Module, model: ast.expr) -> bool:
    """Whether a part of the model is replaced, as the head of a pretrained one: the new part is not frozen."""
    return isinstance(model, ast.Name) and any(
        not isinstance(node.ctx, ast.Load)
        and any(isinstance(inner, ast.Name) and inner.id == model.id for inner in ast.walk(node.value))
        for node in (*module.index.all(ast.Attribute), *module.index.all(ast.Subscript))
        if isinstance(node, ast.Attribute | ast.Subscript)
    )


def _is_conditional(module: Module, statement: ast.AST) -> bool:
    child: ast.AST | None = statement
    while child is not None and child is not module.frame(statement):
        if isinstance(child, ast.If | ast.IfExp | ast.Try):
            return True
        child = module.parent(child)
    return False

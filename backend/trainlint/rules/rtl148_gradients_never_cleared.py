"""RTL148: gradients are added up over all of the training."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Edit, Fix
from ..loop import TrainLoop
from ..module import Module
from ..origins import makers
from ..rule import Rule
from ..wrapping import loops_in_workers

_CLEARS = frozenset(["zero_grad", "grad", "grads", "zero_grads", "zero_", "autograd"])


class GradientsNeverCleared(Rule):
    """The optimizer steps again and again, and no gradient is ever set back.

    ## What it does
    Looks for a training loop with `backward()` and `optimizer.step()` inside a `for` or `while`, in which nothing calls
    `zero_grad` and nothing touches `.grad`.

    ## Why is this bad?
    `backward` adds to the gradients that are there. Without `zero_grad` each step follows the sum of all gradients
    since the start: the steps grow, the loss swings, and the model learns badly or not at all.

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
    Always: it is how PyTorch works. `ray.train.torch.prepare_optimizer` of Train V1 did not clear gradients either.
    """

    code = "RTL148"
    name = "gradients-never-cleared"
    severity = "warning"
    symptoms = (
        "The loss swings more and more instead of going down.",
        "The loss becomes nan after some epochs.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.AST] = set()
        for loop in loops_in_workers(module):
            if not _accumulates_for_ever(loop) or loop.may_report_out_of_sight:
                continue
            for call in loop.index.calls_named("step"):
                optimizer = _optimizer_of(module, call)
                if optimizer is None or call in found or not _is_repeated(loop, call):
                    continue
                if _is_handed_out(module, loop, optimizer):
                    continue
                found.add(call)
                yield self.at(
                    module,
                    call,
                    "No gradient is ever set back, so each step follows the sum of all gradients since the start.",
                    f"Call `{ast.unparse(optimizer)}.zero_grad()` before each `backward()`, or after each step.",
                    _clearing(module, call, optimizer),
                )


def _accumulates_for_ever(loop: TrainLoop) -> bool:
    if not any(isinstance(call.func, ast.Attribute) and not call.args for call in loop.index.calls_named("backward")):
        return False  # `engine.backward(loss)`: an engine of that kind clears gradients by itself
    if any(node.attr in _CLEARS for node in loop.index.all(ast.Attribute)):
        return False
    return not any(node.value in _CLEARS for node in loop.index.all(ast.Constant) if isinstance(node.value, str))


def _optimizer_of(module: Module, call: ast.Call) -> ast.expr | None:
    """The optimizer of torch that `call` steps: `optimizer.step()`, or `scaler.step(optimizer)`."""
    if not isinstance(call.func, ast.Attribute):
        return None
    for stepped in (call.func.value, *call.args[:1]):
        made = makers(module, stepped)
        if made and all(
            isinstance(maker, ast.Call)
            and (name := module.qualified(maker.func) or "").startswith("torch.optim.")
            and not name.startswith("torch.optim.lr_scheduler")
            for maker in made
        ):
            return stepped if isinstance(stepped, ast.Name | ast.Attribute) else None
    return None


def _is_repeated(loop: TrainLoop, node: ast.AST, depth: int = 0) -> bool:
    """Whether `node`, or a call of the function that it stands in, is in a `for` or `while`."""
    child: ast.AST | None = node
    frame = loop.module.frame(node)
    while child is not None and child is not frame:
        if isinstance(child, ast.For | ast.While):
            return True
        child = loop.module.parent(child)
    calls = [call for call in loop.calls if loop.module.function(call.func) is frame]
    return depth < 4 and any(_is_repeated(loop, call, depth + 1) for call in calls)


def _is_handed_out(module: Module, loop: TrainLoop, optimizer: ast.expr) -> bool:
    """Whether the optimizer, or the model, is given to code that is not in this file and could clear gradients."""
    if not isinstance(optimizer, ast.Name):
        return True
    for call in loop.calls:
        name = module.qualified(call.func) or ""
        if module.function(call.func) is not None or name.startswith(("torch.", "ray.", "builtins.")):
            continue
        is_method = isinstance(call.func, ast.Attribute) and call.func.attr in ("step", "unscale_", "append")
        if is_method:
            continue
        given = [*call.args, *(keyword.value for keyword in call.keywords)]
        if any(isinstance(one, ast.Name) and one.id == optimizer.id for one in given):
            return True
    return False


def _clearing(module: Module, call: ast.Call, optimizer: ast.expr) -> Fix | None:
    """The line after the step: right for one batch, and for several that are added up on purpose."""
    statement = module.parent(call)
    if not isinstance(statement, ast.Expr):
        return None
    span = module.source.node_span(statement)
    text = module.source.line_text(span.end_line)
    indent = module.source.line_text(span.line)[: span.column]
    if indent.strip() or text[span.end_column :].lstrip()[:1] not in ("", "#"):
        return None
    place = (span.end_line, len(text))
    edit = Edit(*place, *place, f"\n{indent}{ast.unparse(optimizer)}.zero_grad()")
    return Fix("Clear the gradients after the step", (edit,))

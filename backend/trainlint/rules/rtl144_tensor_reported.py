"""RTL144: a tensor is reported where a number is needed."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..reaching import reaching
from ..rule import Rule, inserted, replaced
from ..scopes import Function, walk
from ..tensors import Tensors
from ..wrapping import loops_in_workers

_DEEPEST = 6


class TensorReported(Rule):
    """A tensor is among the metrics, or in what the training loop returns.

    ## What it does
    Looks for values of the dictionary given to `ray.train.report` that are tensors for certain: a loss as the loss
    function gave it, a mean or a sum of tensors. The same for what the training loop returns.

    ## Why is this bad?
    Ray Train refuses tensors, because they would have to be unpickled where there may be neither torch nor a GPU:
    `report` raises `ValueError` on every rank. A number is what is wanted, and `loss.item()` gives it.

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
            loss = torch.nn.functional.mse_loss(model(torch.randn(8, 4)), torch.randn(8, 1))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"epoch": epoch, "loss": loss})

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
            loss = torch.nn.functional.mse_loss(model(torch.randn(8, 4)), torch.randn(8, 1))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"epoch": epoch, "loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Train V2. In local mode (`num_workers=0`) Ray does not look, so there this rule is silent.
    """

    code = "RTL144"
    name = "tensor-reported"
    severity = "error"
    symptoms = (
        "The run fails with `Passing objects containing Torch tensors as metrics is not supported`.",
        "The run fails at its first report.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if any(trainer.workers and 0 in trainer.workers for trainer in module.trainers):
            return
        tensors = Tensors(module)
        found: set[ast.expr] = set()
        for report in module.index.calls_to("ray.train.report"):
            metrics = argument(report, "metrics", 0)
            if metrics is not None:
                found.update(value for value in _values(module, metrics, 0) if tensors.is_tensor(value))
        for loop in loops_in_workers(module):
            for node in walk(loop.function, into_functions=False):
                if isinstance(node, ast.Return) and node.value is not None:
                    values = [node.value, *_values(module, node.value, 0)]
                    found.update(value for value in values if tensors.is_tensor(value))
        for value in found:
            yield self.at(
                module,
                value,
                "This is a tensor, and Ray Train raises ValueError for a tensor that is reported or returned.",
                "Give the number in it: `loss.item()`, or `float(...)`.",
                _number(module, tensors, value),
            )


def _values(module: Module, metrics: ast.expr, depth: int) -> Iterator[ast.expr]:
    """The values in the dictionary that `metrics` is, and in dictionaries and lists inside it."""
    if depth > _DEEPEST:
        return
    match metrics:
        case ast.Name():
            yield from _of_variable(module, metrics, depth + 1)
        case ast.Dict() | ast.List() | ast.Tuple():
            for value in metrics.values if isinstance(metrics, ast.Dict) else metrics.elts:
                is_container = isinstance(value, ast.Dict | ast.List | ast.Tuple)
                yield from _values(module, value, depth + 1) if is_container else [value]
        case ast.Call(args=[]) if module.qualified(metrics.func) == "builtins.dict":
            yield from (keyword.value for keyword in metrics.keywords if keyword.arg is not None)
        case ast.Call():
            function = module.function(metrics.func)
            returned = module.returned(function) if function is not None else None
            if returned is not None:
                yield from _values(module, returned, depth + 1)


def _of_variable(module: Module, name: ast.Name, depth: int) -> Iterator[ast.expr]:
    writes = list(_writes(module, name))
    if any(not isinstance(target.slice, ast.Constant) for target, _ in writes):
        return  # `for key in metrics: metrics[key] = float(metrics[key])`
    written = {target.slice.value for target, _ in writes if isinstance(target.slice, ast.Constant)}
    for binding in reaching(module, name):
        if binding.kind == "assignment" and isinstance(binding.value, ast.Dict):
            for key, value in zip(binding.value.keys, binding.value.values, strict=True):
                if isinstance(key, ast.Constant) and key.value not in written:
                    yield from _values(module, ast.copy_location(ast.List([value], ast.Load()), value), depth)
        elif binding.kind == "assignment" and binding.value is not None and not writes:
            yield from _values(module, binding.value, depth)
        elif binding.kind == "parameter" and isinstance(binding.node, Function):
            for given in module.arguments_for(binding.node, name.id) or ():
                yield from _values(module, given, depth)
    once = [target.slice.value for target, _ in writes if isinstance(target.slice, ast.Constant)]
    for target, value in writes:
        if isinstance(target.slice, ast.Constant) and once.count(target.slice.value) == 1:
            yield value


def _writes(module: Module, name: ast.Name) -> Iterator[tuple[ast.Subscript, ast.expr]]:
    """The `metrics["loss"] = loss` of the function around `name`."""
    frame = module.frame(name)
    for assign in module.index.all(ast.Assign):
        for target in assign.targets:
            match target:
                case ast.Subscript(value=ast.Name(id=written)) if written == name.id and module.frame(assign) is frame:
                    yield target, assign.value


def _number(module: Module, tensors: Tensors, value: ast.expr) -> Fix | None:
    if not tensors.is_scalar(value) or not _is_only_reported(module, value):
        return None
    title = "Give the number and not the tensor"
    text = ast.unparse(value)
    if not _is_made_as_one(module, value):
        return Fix(title, (replaced(module, value, f"float({text})"),))  # right for a sum that is a number already
    return Fix(title, (inserted(module, value, ".item()", after=True),))


def _is_made_as_one(module: Module, value: ast.expr) -> bool:
    """Whether a call makes `value`: a sum of losses may begin as a number, and may be mended into one."""
    if isinstance(value, ast.Name):
        made = reaching(module, value)
        return len(made) == 1 and isinstance(made[0].value, ast.Call)
    return isinstance(value, ast.Attribute | ast.Call)


def _is_only_reported(module: Module, value: ast.expr) -> bool:
    """Whether nothing else reads `value` out of the dictionary that holds it, and may want a tensor."""
    child: ast.AST = value
    parent = module.parent(child)
    while isinstance(parent, ast.Dict | ast.List | ast.Tuple | ast.keyword):
        child, parent = parent, module.parent(parent)
    match parent:
        case ast.Call():
            return module.qualified(parent.func) in ("ray.train.report", "builtins.dict")
        case ast.Return():
            return any(trainer.loop and trainer.loop.function is module.frame(value) for trainer in module.trainers)
        case (
            ast.Assign(targets=[ast.Name() as target]) | ast.Assign(targets=[ast.Subscript(value=ast.Name() as target)])
        ):
            return all(
                _is_harmless(module, name)
                for name in module.index.all(ast.Name)
                if name.id == target.id and isinstance(name.ctx, ast.Load)
            )
    return False


def _is_harmless(module: Module, name: ast.Name) -> bool:
    match module.parent(name):
        case ast.Call() as call:
            return module.qualified(call.func) in ("ray.train.report", "builtins.print")
        case ast.Subscript(ctx=ast.Store()) | ast.FormattedValue():
            return True
    return False

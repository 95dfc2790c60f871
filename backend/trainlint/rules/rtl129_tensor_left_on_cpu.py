"""RTL129: a tensor made on the CPU meets a model on the GPU."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument_keyword, has_unseen_arguments
from ..diagnostic import Diagnostic
from ..loop import TrainLoop
from ..module import Module
from ..origins import certainly_made_by, makers
from ..reach import Reach
from ..rule import Rule
from ..trainer import Trainer
from ..values import constant

_MAKES = frozenset(
    f"torch.{name}"
    for name in (
        "arange", "as_tensor", "empty", "eye", "from_numpy", "full", "linspace", "normal", "ones", "rand", "randint",
        "randn", "tensor", "zeros",
    )
)  # fmt: skip
_PREPARE = "ray.train.torch.prepare_model"
_MOVES = frozenset({"to", "cuda", "device", "get_device", "get_devices", "get_default_device", "pin_memory"})
_LEAVES = frozenset({"cpu", "to", "numpy", "tolist", "item"})
_DEFAULTS = ("set_default_device", "set_default_tensor_type")


class TensorLeftOnCpu(Rule):
    """With `use_gpu=True`, a tensor that was made on the CPU is used together with what is on the GPU.

    ## What it does
    Looks, in the loop of a trainer with `use_gpu=True`, for tensors made by `torch.randn(...)` and the like, without
    `device=` and never moved, that are given to a prepared model by a single worker, or to a loss as the target.

    ## Why is this bad?
    `prepare_model` moves the model to the GPU of the worker, and only what comes through `prepare_data_loader` or
    `iter_torch_batches` is moved after it. What is made by hand stays where it was made, and torch refuses to compute
    with tensors of two devices. Several workers hide half of it: their wrapper moves the inputs, but not the targets.

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
            inputs, targets = torch.randn(8, 4), torch.randn(8, 1)
            loss = torch.nn.functional.mse_loss(model(inputs), targets)
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
        device = train.torch.get_device()
        model = train.torch.prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            inputs, targets = torch.randn(8, 4, device=device), torch.randn(8, 1, device=device)
            loss = torch.nn.functional.mse_loss(model(inputs), targets)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2, use_gpu=True)).fit()
    ```

    ## Since which Ray
    With any.
    """

    code = "RTL129"
    name = "tensor-left-on-cpu"
    severity = "warning"
    symptoms = ("RuntimeError: Expected all tensors to be on the same device, but found at least two devices.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.expr] = set()
        for trainer in module.trainers:
            loop = trainer.loop
            if loop is None or not _has_gpu(module, trainer) or _has_other_default(module, loop):
                continue
            for tensor in _left_behind(module, trainer, loop):
                if tensor not in found:
                    found.add(tensor)
                    yield self.at(
                        module,
                        tensor,
                        "This tensor was made on the CPU and meets a model that is on the GPU, which torch refuses.",
                        "Make it with `device=train.torch.get_device()`, or move it there.",
                    )


def _has_gpu(module: Module, trainer: Trainer) -> bool:
    config = trainer.scaling_config
    keyword = argument_keyword(config, "use_gpu") if config is not None else None
    return keyword is not None and constant(module, keyword.value) is True


def _has_other_default(module: Module, loop: TrainLoop) -> bool:
    """Whether tensors are made somewhere else than on the CPU without being asked to."""
    if loop.index.calls_named(*_DEFAULTS):
        return True
    return any(not isinstance(item.context_expr, ast.Call) for item in loop.index.all(ast.withitem)) or bool(
        loop.index.calls_to("torch.device")
    )


def _left_behind(module: Module, trainer: Trainer, loop: TrainLoop) -> Iterator[ast.expr]:
    single = trainer.workers is not None and max(trainer.workers, default=0) == 1
    for call in loop.index.calls:
        if single and len(call.args) == 1 and _is_on_gpu(module, call.func) and _is_on_cpu(module, loop, call.args[0]):
            yield call.args[0]
        if len(call.args) < 2 or not _is_loss(module, call.func) or not _is_output(module, loop, call.args[0]):
            continue
        if _is_on_cpu(module, loop, call.args[1]):
            yield call.args[1]


def _is_on_gpu(module: Module, model: ast.expr) -> bool:
    return isinstance(model, ast.Name) and all(
        isinstance(maker, ast.Call) and module.qualified(maker.func) == _PREPARE and len(maker.args) == 1
        and argument_keyword(maker, "move_to_device") is None and not has_unseen_arguments(maker)
        for maker in makers(module, model) or (model,)
    )  # fmt: skip


def _is_loss(module: Module, function: ast.expr) -> bool:
    name = module.qualified(function) or ""
    if name.startswith("torch.nn.functional."):
        return name.endswith(("_loss", "cross_entropy"))
    made = makers(module, function) if isinstance(function, ast.Name) else None
    return bool(made) and all(
        isinstance(maker, ast.Call)
        and (module.qualified(maker.func) or "").startswith("torch.nn.")
        and (module.qualified(maker.func) or "").endswith("Loss")
        for maker in made or ()
    )


def _is_output(module: Module, loop: TrainLoop, expression: ast.expr) -> bool:
    """Whether a prepared model certainly made it, perhaps with `.squeeze(1)` and the like after it."""
    found = makers(module, expression)
    for maker in found or ():
        while isinstance(maker, ast.Call) and isinstance(maker.func, ast.Attribute):
            maker = module.value(maker.func.value)
        if not isinstance(maker, ast.Call) or not _is_on_gpu(module, maker.func):
            return False
    return bool(found) and not any(
        isinstance(node, ast.Attribute) and node.attr in _LEAVES for node in Reach.of(module, loop, expression).nodes
    )


def _is_on_cpu(module: Module, loop: TrainLoop, expression: ast.expr) -> bool:
    """Whether it certainly was made on the CPU, with at least one dimension, and stayed there."""
    if not certainly_made_by(module, expression, *_MAKES):
        return False
    for node in Reach.of(module, loop, expression).nodes:
        match node:
            case ast.Attribute(attr=word) | ast.Name(id=word) | ast.keyword(arg=str(word)) if word in _MOVES:
                return False
            case ast.keyword(arg=None) | ast.Starred():
                return False
            case ast.Call(args=[data, *_]) if module.qualified(node.func) in ("torch.tensor", "torch.as_tensor"):
                if not isinstance(data, ast.List | ast.ListComp):
                    return False  # perhaps a single number, which may meet any device
    return True

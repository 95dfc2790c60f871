"""RTL115: what a collective computes is looked for in the wrong place."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument, has_unseen_arguments
from ..collectives import TORCH_COLLECTIVES
from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..rule import Rule, replaced
from ..values import constant

_IN_PLACE = frozenset({"all_reduce", "broadcast"})
_NAMES = {f"torch.distributed.{word}": word for word in TORCH_COLLECTIVES}


class CollectiveResultLost(Rule):
    """The result of a collective is taken from its return value, or was written where nobody looks.

    ## What it does
    Looks for collectives of `torch.distributed` whose return value is used, and for `all_reduce` and `broadcast` of a
    tensor that is made in the call itself, such as `dist.all_reduce(torch.tensor(loss))`.

    ## Why is this bad?
    These functions write into the tensor that they are given and return nothing: `loss = dist.all_reduce(loss)` leaves
    `None` in `loss`. A tensor that has no name takes the result with it when the call is over. Only with
    `async_op=True` something comes back, and that is a handle to wait for.

    ## Example
    ```python
    import torch
    import torch.distributed as dist
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchConfig, TorchTrainer

    def train_loop():
        loss = torch.rand(1)
        loss = dist.all_reduce(loss)
        train.report({"loss": loss.item() / train.get_context().get_world_size()})

    trainer = TorchTrainer(
        train_loop,
        torch_config=TorchConfig(backend="gloo"),
        scaling_config=ScalingConfig(num_workers=2),
    )
    trainer.fit()
    ```

    ## Use instead
    ```python
    import torch
    import torch.distributed as dist
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchConfig, TorchTrainer

    def train_loop():
        loss = torch.rand(1)
        dist.all_reduce(loss)
        train.report({"loss": loss.item() / train.get_context().get_world_size()})

    trainer = TorchTrainer(
        train_loop,
        torch_config=TorchConfig(backend="gloo"),
        scaling_config=ScalingConfig(num_workers=2),
    )
    trainer.fit()
    ```

    ## Since which Ray
    Every version; so it is in torch.
    """

    code = "RTL115"
    name = "collective-result-lost"
    severity = "warning"
    symptoms = (
        "AttributeError: 'NoneType' object has no attribute 'item', after all_reduce.",
        "all_reduce does nothing: each rank still has its own value.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for call in module.index.calls_to(*_NAMES):
            word = _NAMES[module.qualified(call.func) or ""]
            waits = argument(call, "async_op")
            if has_unseen_arguments(call) or (waits is not None and constant(module, waits) is not False):
                continue
            if _is_used(module, call):
                yield self.at(
                    module,
                    call,
                    f"`{word}` returns None: the result is in what it was given.",
                    f"Call `{word}` as a statement, and read the result from its argument.",
                    _fix(module, call),
                )
            elif word in _IN_PLACE and call.args and _is_temporary(module, call.args[0]):
                yield self.at(
                    module,
                    call.args[0],
                    f"`{word}` writes its result into this tensor, which has no name and is gone after the call.",
                    f"Give the tensor a name first, and read the result from it after `{word}`.",
                )


def _is_used(module: Module, call: ast.Call) -> bool:
    """Whether something is done with the value of `call`."""
    parent = module.parent(call)
    if isinstance(parent, ast.Assign):
        names = [target.id for target in parent.targets if isinstance(target, ast.Name)]
        return any(
            other.id in names and isinstance(other.ctx, ast.Load) and module.frame(other) is module.frame(call)
            for other in module.index.all(ast.Name)
            if other.lineno > call.lineno
        )
    return isinstance(parent, ast.Attribute | ast.BinOp | ast.Subscript)


def _is_temporary(module: Module, tensor: ast.expr) -> bool:
    """Whether `tensor` is made on the spot, from values that are not the same anyway: `all_reduce(torch.ones(1))` is
    a way to wait for the others."""
    match tensor:
        case ast.BinOp():
            return True
        case ast.Call(func=ast.Attribute(attr="clone"), args=[]):
            return True
        case ast.Call(func=ast.Attribute(attr="to" | "cuda", value=inner)):
            return _is_temporary(module, inner)
        case ast.Call(args=[values, *_]):
            made = module.qualified(tensor.func) in ("torch.tensor", "torch.as_tensor", "torch.Tensor")
            return made and any(isinstance(node, ast.Name | ast.Call) for node in ast.walk(values))
    return False


def _fix(module: Module, call: ast.Call) -> Fix | None:
    """`loss = all_reduce(loss)` without its left side."""
    statement = module.parent(call)
    given = call.args[0] if call.args else None
    if not isinstance(statement, ast.Assign) or not isinstance(given, ast.Name) or len(statement.targets) != 1:
        return None
    target = statement.targets[0]
    if not isinstance(target, ast.Name) or target.id != given.id:
        return None
    span, whole = module.source.node_span(call), module.source.text
    start, end = (
        module.source.offset(span.line, span.column),
        module.source.offset(span.end_line, span.end_column),
    )
    return Fix("Call it as a statement", (replaced(module, statement, whole[start:end]),))

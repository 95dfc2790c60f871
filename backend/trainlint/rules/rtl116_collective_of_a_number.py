"""RTL116: a collective is given a Python number instead of a tensor."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument, has_unseen_arguments
from ..diagnostic import Diagnostic
from ..module import Module
from ..reaching import reaching
from ..rule import Rule
from ..scopes import Binding

_OF_TENSORS = {
    f"torch.distributed.{word}": word for word in ("all_reduce", "broadcast", "reduce", "gather", "isend", "send")
}
_NUMBERS = frozenset(
    {"builtins.float", "builtins.int", "builtins.len", "time.monotonic", "time.perf_counter", "time.time"}
)
_DEEPEST = 12


class CollectiveOfANumber(Rule):
    """A number is given to a collective that takes tensors.

    ## What it does
    Looks for `all_reduce`, `broadcast`, `reduce`, `gather` and `send` of `torch.distributed` whose first argument is
    surely a number of Python: what `.item()`, `float()` or `len()` gave, or sums of such.

    ## Why is this bad?
    torch raises a TypeError on every rank. It could not work either: the result is written into the argument, and a
    number cannot be written into.

    ## Example
    ```python
    import torch
    import torch.distributed as dist
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchConfig, TorchTrainer

    def train_loop():
        total = 0.0
        for step in range(10):
            total += torch.rand(1).item()
        dist.all_reduce(total)
        train.report({"total": total})

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
        total = 0.0
        for step in range(10):
            total += torch.rand(1).item()
        over_ranks = torch.tensor(total)
        dist.all_reduce(over_ranks)
        train.report({"total": over_ranks.item()})

    trainer = TorchTrainer(
        train_loop,
        torch_config=TorchConfig(backend="gloo"),
        scaling_config=ScalingConfig(num_workers=2),
    )
    trainer.fit()
    ```

    ## Since which Ray
    Every version; it is torch that refuses.
    """

    code = "RTL116"
    name = "collective-of-a-number"
    severity = "error"
    symptoms = ("TypeError: Expected parameter `tensor` of type torch.Tensor but got float.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for call in module.index.calls_to(*_OF_TENSORS):
            tensor = argument(call, "tensor", 0)
            if tensor is not None and not has_unseen_arguments(call) and _is_number(module, tensor, 0):
                word = _OF_TENSORS[module.qualified(call.func) or ""]
                yield self.at(
                    module,
                    tensor,
                    f"`{word}` takes a tensor, and this is a number of Python: it raises a TypeError.",
                    "Make a tensor of it with a name, `torch.tensor(...)`, and read the result from that.",
                )


def _is_number(module: Module, value: ast.expr, depth: int) -> bool:
    if depth > _DEEPEST:
        return False
    match value:
        case ast.Constant():
            return isinstance(value.value, int | float)
        case ast.Call(func=ast.Attribute(attr="item"), args=[]):
            return True
        case ast.Call():
            return module.qualified(value.func) in _NUMBERS
        case ast.BinOp():
            return _is_number(module, value.left, depth + 1) and _is_number(module, value.right, depth + 1)
        case ast.UnaryOp():
            return _is_number(module, value.operand, depth + 1)
        case ast.Name():
            made = [_assigned(binding) for binding in reaching(module, value)]
            return bool(made) and all(one is not None and _is_number(module, one, depth + 1) for one in made)
    return False


def _assigned(binding: Binding) -> ast.expr | None:
    if binding.kind == "parameter":
        return None
    return binding.node.value if isinstance(binding.node, ast.AugAssign) else binding.value

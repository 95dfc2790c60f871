"""RTL145: a loss is added up together with the graph that it was computed by."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Fix
from ..gradients import behind, differentiated, without_gradient
from ..loop import TrainLoop
from ..module import Module
from ..reaching import reaching
from ..rule import Rule, inserted, replaced
from ..scopes import Binding
from ..tensors import Tensors
from ..wrapping import loops_in_workers

_PLAIN = frozenset(["builtins.print", "builtins.float", "builtins.round", "builtins.str", "ray.train.report"])


class LossAccumulatedAsGraph(Rule):
    """A running loss adds up tensors that still belong to the graph.

    ## What it does
    Looks for `total += loss`, `total = total + loss` and `losses.append(loss)` in a training loop, where `loss` is the
    tensor that `backward()` is called on and the sum is not.

    ## Why is this bad?
    The loss holds the graph of its batch: through the sum, the graphs of all batches of the epoch stay in memory, and
    the sum is a tensor, which `ray.train.report` refuses. `loss.item()` is the number alone.

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
            total = 0.0
            for _ in range(10):
                loss = model(torch.randn(8, 4)).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                total += loss
            train.report({"loss": float(total) / 10})

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
            total = 0.0
            for _ in range(10):
                loss = model(torch.randn(8, 4)).square().mean()
                optimizer.zero_grad()
                loss.backward()
                optimizer.step()
                total += loss.item()
            train.report({"loss": total / 10})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Always: it is how PyTorch works.
    """

    code = "RTL145"
    name = "loss-accumulated-as-graph"
    severity = "warning"
    symptoms = (
        "The memory of the workers grows until they are killed.",
        "CUDA runs out of memory after some hundred batches.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        found: set[ast.AST] = set()
        for loop in loops_in_workers(module):
            backwards = [loss for _, loss in differentiated(loop)]
            losses = _Losses(module, backwards)
            kept = [*_added(loop), *_appended(loop)] if backwards else []
            kept = [(value, holder) for value, holder in kept if value not in found and losses.carries(value)]
            if not kept:
                continue
            trained = {
                node.id for loss in backwards for node in behind(module, loss) if isinstance(node, ast.Name)
            }  # a sum that is trained on needs its graph
            for value, holder in kept:
                if holder.id in trained or without_gradient(module, value) or _is_detached(module, holder):
                    continue
                found.add(value)
                is_sum = isinstance(holder.ctx, ast.Store)
                yield self._finding(module, value, is_sum and _may_become_number(module, holder))

    def _finding(self, module: Module, value: ast.expr, becomes_number: bool) -> Diagnostic:
        whole = isinstance(value, ast.Name)
        becomes_number = becomes_number and (whole or Tensors(module).is_scalar(value))
        ending = ".item()" if becomes_number else ".detach()"
        text = ast.unparse(value)
        edit = inserted(module, value, ending, after=True) if whole else replaced(module, value, f"({text}){ending}")
        return self.at(
            module,
            value,
            "This keeps the loss with its graph, so the graphs of all batches stay in memory.",
            "Add `loss.item()`, or `loss.detach()` where a tensor is needed.",
            Fix("Keep the number and not its graph" if becomes_number else "Keep the loss without its graph", (edit,)),
        )


def _added(loop: TrainLoop) -> Iterator[tuple[ast.expr, ast.Name]]:
    """What is added to which variable: `total += loss`, `total = total + loss`."""
    for statement in loop.index.all(ast.AugAssign):
        if isinstance(statement.op, ast.Add) and isinstance(statement.target, ast.Name):
            yield statement.value, statement.target
    for assign in loop.index.all(ast.Assign):
        match assign:
            case ast.Assign(
                targets=[ast.Name(id=total) as target],
                value=ast.BinOp(op=ast.Add(), left=ast.Name(id=left), right=right),
            ) if left == total:
                yield right, target


def _appended(loop: TrainLoop) -> Iterator[tuple[ast.expr, ast.Name]]:
    """What is put in which list: `losses.append(loss)`."""
    for call in loop.index.calls_named("append"):
        holder = call.func.value if isinstance(call.func, ast.Attribute) else None
        if len(call.args) == 1 and isinstance(holder, ast.Name):
            yield call.args[0], holder


class _Losses:
    """Tells what holds the graph of a loss that is trained on."""

    def __init__(self, module: Module, backwards: list[ast.expr]) -> None:
        self._module = module
        self._trained: set[tuple[ast.AST, str]] = {
            (binding.node, loss.id)
            for loss in (_innermost(expression) for expression in backwards)
            if isinstance(loss, ast.Name)
            for binding in reaching(module, loss)
        }

    def carries(self, value: ast.expr) -> bool:
        match value:
            case ast.Name():
                bindings: list[Binding] = reaching(self._module, value)
                return bool(bindings) and all((binding.node, value.id) in self._trained for binding in bindings)
            case ast.BinOp(op=ast.Mult() | ast.Div(), left=left, right=right):
                return self.carries(left) or self.carries(right)
        return False


def _innermost(loss: ast.expr) -> ast.expr:
    """`loss` of `scaler.scale(loss)` and of `loss / 4`."""
    match loss:
        case ast.Call(func=ast.Attribute(attr="scale"), args=[inner]):
            return _innermost(inner)
        case ast.BinOp(op=ast.Div() | ast.Mult(), left=ast.Name() as inner):
            return inner
    return loss


def _is_detached(module: Module, target: ast.Name) -> bool:
    """Whether the sum is cut from the graph in place: `total.detach_()`."""
    return any(
        isinstance(call.func, ast.Attribute)
        and isinstance(call.func.value, ast.Name)
        and call.func.value.id == target.id
        for call in module.index.calls_named("detach_", "backward")
    )


def _may_become_number(module: Module, target: ast.Name) -> bool:
    """Whether every use of the sum would take a plain number as well."""
    bindings = module.bindings(target)
    for name in module.index.all(ast.Name):
        if name.id != target.id or not isinstance(name.ctx, ast.Load) or module.bindings(name) is not bindings:
            continue  # another variable, maybe of the same name
        match module.parent(name):
            case ast.BinOp() | ast.Dict() | ast.FormattedValue() | ast.Compare():
                continue
            case ast.Call() as call if module.qualified(call.func) in _PLAIN:
                continue
        return False
    starts = [binding.value for binding in bindings if not isinstance(binding.node, ast.AugAssign)]
    return all(isinstance(start, ast.Constant) or _adds_to(start, target) for start in starts)


def _adds_to(value: ast.expr | None, target: ast.Name) -> bool:
    return isinstance(value, ast.BinOp) and isinstance(value.left, ast.Name) and value.left.id == target.id

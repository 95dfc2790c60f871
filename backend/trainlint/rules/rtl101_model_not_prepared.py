"""RTL101: several workers train, and none of their models is wrapped."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property

from ..diagnostic import Diagnostic
from ..loop import TrainLoop
from ..module import Module
from ..rule import Rule
from ..scopes import Function, walk

_WRAPPERS = frozenset(
    [
        "prepare_model",
        "prepare",
        "prepare_trainer",
        "DistributedDataParallel",
        "DDP",
        "FullyShardedDataParallel",
        "FSDP",
        "fully_shard",
        "replicate",
        "distribute_module",
        "parallelize_module",
        "initialize",
        "auto_wrap",
        "wrap",
        "RayDDPStrategy",
        "RayFSDPStrategy",
        "RayDeepSpeedStrategy",
        "LocalSGD",
        "DiLoCo",
    ]
)
_COLLECTIVES = frozenset(
    ["all_reduce", "reduce", "reduce_scatter", "all_gather", "all_gather_into_tensor", "broadcast"]
)
_KNOWN_MAKERS = ("torch.", "torchvision.", "torchaudio.", "timm.", "transformers.", "copy.", "builtins.")
# Methods of a module that give the module back.
_FLUENT = frozenset(
    ["to", "cuda", "cpu", "float", "half", "double", "bfloat16", "train", "eval", "requires_grad_", "compile"]
)


class ModelNotPrepared(Rule):
    """Several workers train a model that none of them has prepared.

    ## What it does
    Looks for a `TorchTrainer` with more than one worker whose training loop computes gradients, and in which nothing
    wraps the model: no `ray.train.torch.prepare_model`, no `DistributedDataParallel`, no FSDP.

    ## Why is this bad?
    The wrapper is what averages gradients between ranks. Without it each rank trains a model of its own on its own
    part of the data, the losses look right, and the weights drift apart without a word.

    ## Example
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        model = torch.nn.Linear(4, 1)
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=4)).fit()
    ```

    ## Use instead
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer, prepare_model

    def train_loop():
        model = prepare_model(torch.nn.Linear(4, 1))
        optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
        for epoch in range(3):
            loss = model(torch.randn(8, 4)).square().mean()
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            train.report({"loss": loss.item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=4)).fit()
    ```

    ## Since which Ray
    `prepare_model` is as old as `ray.train.torch`; with or without Train V2 nothing else averages gradients.
    """

    code = "RTL101"
    name = "model-not-prepared"
    severity = "warning"
    symptoms = (
        "The loss of each rank looks right, and the ranks end with different weights.",
        "More workers make the model no better than one does.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        loops = {
            trainer.loop.function: trainer.loop
            for trainer in module.trainers
            if trainer.loop is not None and trainer.workers is not None and min(trainer.workers, default=1) > 1
        }
        found: set[ast.expr] = set()
        for loop in loops.values():
            made = _unwrapped_model(module, loop)
            if made is not None and made not in found:
                found.add(made)
                yield self.at(
                    module,
                    made,
                    "This model is trained on several ranks and never prepared, so each rank trains its own copy.",
                    "Wrap it before the optimizer is made: `model = ray.train.torch.prepare_model(model)`.",
                )


def _unwrapped_model(module: Module, loop: TrainLoop) -> ast.expr | None:
    """Where the model of `loop` is made, if it is certain that nothing wraps it or averages its gradients."""
    if not any(isinstance(call.func, ast.Attribute) and call.func.attr == "backward" for call in loop.calls):
        return None
    if any(_wraps(module, call) for call in loop.calls) or _averages_by_hand(module, loop):
        return None
    trained = [
        call.func.value
        for call in loop.calls
        if isinstance(call.func, ast.Attribute)
        and call.func.attr == "parameters"
        and isinstance(call.func.value, ast.Name)
    ]
    origin = _Origin(module, loop)
    return origin.made[0] if all(origin.follow(name) for name in trained) and origin.made else None


def _wraps(module: Module, call: ast.Call) -> bool:
    name = module.qualified(call.func)
    last = name.rsplit(".", 1)[-1] if name else _last_part(call.func)
    return (last in _WRAPPERS and module.function(call.func) is None) or any(
        isinstance(node, ast.Attribute | ast.Name) and _last_part(node) in _WRAPPERS and module.function(node) is None
        for node in call.args
    )


def _last_part(expression: ast.expr) -> str:
    match expression:
        case ast.Attribute():
            return expression.attr
        case ast.Name():
            return expression.id
    return ""


def _averages_by_hand(module: Module, loop: TrainLoop) -> bool:
    """A collective beside a look at gradients or at single parameters is a wrapper of the user's own making."""
    collective = any(_last_part(call.func) in _COLLECTIVES for call in loop.calls)
    return collective and any(
        (isinstance(node, ast.Attribute) and node.attr in ("grad", "register_hook"))
        or (isinstance(node, ast.For | ast.comprehension) and _over_parameters(node.iter))
        for node in loop.nodes
    )


def _over_parameters(iterated: ast.expr) -> bool:
    return any(
        isinstance(node, ast.Attribute) and node.attr in ("parameters", "named_parameters", "state_dict")
        for node in walk(iterated)
    )


class _Origin:
    """Follows one name back to where its model is made. `follow` is False as soon as code that is not in this file
    could have made or wrapped it."""

    def __init__(self, module: Module, loop: TrainLoop) -> None:
        self.module = module
        self.loop = loop
        self.made: list[ast.expr] = []
        self._seen: set[ast.AST] = set()

    def follow(self, expression: ast.expr) -> bool:
        """Whether every way that `expression` came to be is in sight."""
        if expression in self._seen:
            return True
        self._seen.add(expression)
        match expression:
            case ast.Name():
                return self._follow_name(expression)
            case ast.IfExp():
                return self.follow(expression.body) and self.follow(expression.orelse)
            case ast.Call(func=ast.Attribute(attr=attribute, value=inner)) if attribute in _FLUENT:
                return self.follow(inner)
            case ast.Call():
                return self._follow_call(expression)
        return False

    def _follow_name(self, name: ast.Name) -> bool:
        bindings = self.module.bindings(name)
        if not bindings or name.id in self._handed_out:
            return False
        for binding in bindings:
            if binding.kind == "assignment" and binding.value is not None:
                if not self.follow(binding.value):
                    return False
            elif binding.kind == "parameter" and isinstance(binding.node, Function):
                given = self.module.arguments_for(binding.node, name.id)
                if given is None or not all(self.follow(argument) for argument in given):
                    return False
            else:
                return False
        return True

    def _follow_call(self, call: ast.Call) -> bool:
        function = self.module.function(call.func)
        if function is not None:
            returned = self.module.returned(function)
            return returned is not None and self.follow(returned)
        binding = self.module.binding(call.func) if isinstance(call.func, ast.Name) else None
        name = self.module.qualified(call.func) or ""
        is_class = (binding is not None and binding.kind == "class") or name.rsplit(".", 1)[-1][:1].isupper()
        if is_class or name.startswith(_KNOWN_MAKERS):
            self.made.append(call)
            return True
        return False

    @cached_property
    def _handed_out(self) -> set[str]:
        """The names that calls give to code which is not in this file and could wrap what they stand for."""
        return {
            argument.id
            for call in self.loop.calls
            if self.module.function(call.func) is None
            and not (self.module.qualified(call.func) or "").startswith(_KNOWN_MAKERS)
            for argument in (*call.args, *(keyword.value for keyword in call.keywords))
            if isinstance(argument, ast.Name)
        }

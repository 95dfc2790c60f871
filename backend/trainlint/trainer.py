"""The trainers of a file: which loop, how many workers, and what `fit()` gives back."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property

from .loop import TrainLoop
from .module import Module
from .scopes import Function

_TORCH_TRAINERS = frozenset({"ray.train.torch.TorchTrainer", "ray.train.torch.torch_trainer.TorchTrainer"})
_SCALING_CONFIGS = frozenset({"ray.train.ScalingConfig", "ray.train.v2.api.config.ScalingConfig"})
_DEFAULT_WORKERS = 1
_DEEPEST_CALL = 6


@dataclass(eq=False)
class Trainer:
    """One `TorchTrainer(...)`."""

    module: Module
    call: ast.Call
    loops: dict[Function, TrainLoop]
    """The loops found so far, so that trainers share one."""

    def argument(self, name: str) -> ast.expr | None:
        """What was given for the parameter `name`."""
        return next((keyword.value for keyword in self.call.keywords if keyword.arg == name), None)

    @property
    def has_unseen_arguments(self) -> bool:
        """Whether arguments come out of a `**mapping`."""
        return any(keyword.arg is None for keyword in self.call.keywords)

    @cached_property
    def loop(self) -> TrainLoop | None:
        """The training loop, or None where it is not in this file."""
        given = self.call.args[0] if self.call.args else self.argument("train_loop_per_worker")
        function = self.module.function(given) if given is not None else None
        if function is not None and function not in self.loops:
            self.loops[function] = TrainLoop(self.module, function)
        return self.loops[function] if function is not None else None

    @cached_property
    def scaling_config(self) -> ast.Call | None:
        """The `ScalingConfig(...)` it was given, where that is in this file."""
        given = self.argument("scaling_config")
        config = self.module.value(given) if given is not None else None
        known = isinstance(config, ast.Call) and self.module.qualified(config.func) in _SCALING_CONFIGS
        return config if known and isinstance(config, ast.Call) else None

    @cached_property
    def workers(self) -> frozenset[int] | None:
        """Every number of workers that this file may ask for (an elastic range gives its ends); None if not known."""
        if self.argument("scaling_config") is None:
            return None if self.has_unseen_arguments else frozenset({_DEFAULT_WORKERS})
        config = self.scaling_config
        if config is None or config.args or any(keyword.arg is None for keyword in config.keywords):
            return None
        number = next((keyword.value for keyword in config.keywords if keyword.arg == "num_workers"), None)
        return frozenset({_DEFAULT_WORKERS}) if number is None else _integers(self.module, number)


def trainers_of(module: Module) -> list[Trainer]:
    """Every trainer that `module` makes, in the order of the file."""
    loops: dict[Function, TrainLoop] = {}
    return [Trainer(module, call, loops) for call in module.calls if module.qualified(call.func) in _TORCH_TRAINERS]


def trainer_of_result(module: Module, expression: ast.expr, depth: int = 0) -> Trainer | None:
    """The trainer whose `fit()` gave `expression`: through variables and functions of this file."""
    expression = module.value(expression)
    if not isinstance(expression, ast.Call) or depth > _DEEPEST_CALL:
        return None
    if isinstance(expression.func, ast.Attribute) and expression.func.attr == "fit":
        made = _returned_call(module, expression.func.value)
        return next((trainer for trainer in module.trainers if trainer.call is made), None)
    function = module.function(expression.func)
    returned = module.returned(function) if function else None
    return trainer_of_result(module, returned, depth + 1) if returned is not None else None


def _returned_call(module: Module, expression: ast.expr) -> ast.expr:
    """`expression`, through variables and through functions of this file that only make and return it."""
    for _ in range(_DEEPEST_CALL):
        expression = module.value(expression)
        function = module.function(expression.func) if isinstance(expression, ast.Call) else None
        returned = module.returned(function) if function else None
        if returned is None:
            break
        expression = returned
    return expression


def _integers(module: Module, expression: ast.expr) -> frozenset[int] | None:
    """Every integer that `expression` may be, following variables, parameters and both arms of a choice."""
    found: set[int] = set()
    waiting = [expression]
    seen: set[ast.expr] = set()
    while waiting:
        value = module.value(waiting.pop())
        if value in seen:
            continue
        seen.add(value)
        match value:
            case ast.Constant(value=int(number)):
                found.add(number)
            case ast.Tuple(elts=elements):
                waiting += elements
            case ast.IfExp():
                waiting += [value.body, value.orelse]
            case ast.Name():
                binding = module.binding(value)
                if binding is None or binding.kind != "parameter" or not isinstance(binding.node, Function):
                    return None
                given = module.arguments_for(binding.node, value.id)
                if given is None:
                    return None
                waiting += given
            case _:
                return None
    return frozenset(found)

"""The trainers of a file: which loop, how many workers, and what `fit()` gives back."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property

from .arguments import argument, has_unseen_arguments
from .callers import as_called
from .loop import TrainLoop
from .module import Module
from .scopes import Function
from .values import integers

_TORCH_TRAINERS = frozenset({"ray.train.torch.TorchTrainer", "ray.train.torch.torch_trainer.TorchTrainer"})
_SCALING_CONFIGS = frozenset({"ray.train.ScalingConfig", "ray.train.v2.api.config.ScalingConfig"})
_RUN_CONFIGS = frozenset({"ray.train.RunConfig", "ray.train.v2.api.config.RunConfig"})
_FAILURE_CONFIGS = frozenset({"ray.train.FailureConfig", "ray.train.v2.api.config.FailureConfig"})
_CHECKPOINT_CONFIGS = frozenset({"ray.train.CheckpointConfig", "ray.train.v2.api.config.CheckpointConfig"})
_TORCH_CONFIGS = frozenset({"ray.train.torch.TorchConfig", "ray.train.torch.config.TorchConfig"})
_DATA_CONFIGS = frozenset({"ray.train.DataConfig"})
_DEFAULT_WORKERS = 1
_DEEPEST_CALL = 6


@dataclass(eq=False)
class Trainer:
    """One `TorchTrainer(...)`, as one caller of the function around it makes it."""

    module: Module
    call: ast.Call
    """With what the caller gives in the place of parameters."""
    loops: dict[Function, TrainLoop]
    """The loops found so far, so that trainers share one."""
    written: ast.Call | None = None
    """The call as the file has it."""
    caller: ast.Call | None = None
    """Who makes it so, None where it is made as it is written."""

    def argument(self, name: str) -> ast.expr | None:
        """What was given for the parameter `name`."""
        return argument(self.call, name)

    @property
    def has_unseen_arguments(self) -> bool:
        """Whether arguments come out of a `**mapping`."""
        return has_unseen_arguments(self.call)

    @cached_property
    def loop(self) -> TrainLoop | None:
        """The training loop, or None where it is not in this file."""
        given = self.call.args[0] if self.call.args else self.argument("train_loop_per_worker")
        function = self._function(given) if given is not None else None
        if function is not None and function not in self.loops:
            self.loops[function] = TrainLoop(self.module, function)
        return self.loops[function] if function is not None else None

    def _function(self, given: ast.expr) -> Function | None:
        """The function that `given` is, also where a helper such as `fit(loop)` hands it on."""
        function = self.module.function(given)
        binding = self.module.binding(given) if function is None and isinstance(given, ast.Name) else None
        if binding is not None and binding.kind == "parameter" and isinstance(binding.node, Function):
            handed = self.module.arguments_for(binding.node, given.id) if isinstance(given, ast.Name) else None
            functions = {self.module.function(one) for one in handed or ()}
            return functions.pop() if len(functions) == 1 else None
        return function

    @cached_property
    def scaling_config(self) -> ast.Call | None:
        """The `ScalingConfig(...)` it was given, where that is in this file."""
        return self._made(self.call, "scaling_config", _SCALING_CONFIGS)

    @cached_property
    def run_config(self) -> ast.Call | None:
        """The `RunConfig(...)` it was given, where that is in this file."""
        return self._made(self.call, "run_config", _RUN_CONFIGS)

    @cached_property
    def failure_config(self) -> ast.Call | None:
        """The `FailureConfig(...)` of its run configuration."""
        return self._made(self.run_config, "failure_config", _FAILURE_CONFIGS)

    @cached_property
    def checkpoint_config(self) -> ast.Call | None:
        """The `CheckpointConfig(...)` of its run configuration."""
        return self._made(self.run_config, "checkpoint_config", _CHECKPOINT_CONFIGS)

    @cached_property
    def torch_config(self) -> ast.Call | None:
        """The `TorchConfig(...)` it was given."""
        return self._made(self.call, "torch_config", _TORCH_CONFIGS)

    @cached_property
    def dataset_config(self) -> ast.Call | None:
        """The `DataConfig(...)` it was given."""
        return self._made(self.call, "dataset_config", _DATA_CONFIGS)

    @property
    def configs(self) -> list[ast.Call]:
        """All of these that it was given."""
        outer = [self.scaling_config, self.run_config, self.torch_config, self.dataset_config]
        return [call for call in (*outer, self.failure_config, self.checkpoint_config) if call is not None]

    def _made(self, call: ast.Call | None, name: str, classes: frozenset[str]) -> ast.Call | None:
        given = argument(call, name) if call is not None else None
        config = self.module.value(given) if given is not None else None
        known = isinstance(config, ast.Call) and self.module.qualified(config.func) in classes
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
        return frozenset({_DEFAULT_WORKERS}) if number is None else integers(self.module, number)


def trainers_of(module: Module) -> list[Trainer]:
    """Every trainer that `module` makes, in the order of the file."""
    loops: dict[Function, TrainLoop] = {}
    return [
        Trainer(module, made, loops, written, caller)
        for written in module.calls
        if module.qualified(written.func) in _TORCH_TRAINERS
        for made, caller in as_called(module, written)
    ]


def trainer_of_result(module: Module, expression: ast.expr) -> Trainer | None:
    """The trainer whose `fit()` gave `expression`: through variables and functions of this file."""
    callers: list[ast.Call] = []
    for _ in range(_DEEPEST_CALL):
        expression = module.value(expression)
        if not isinstance(expression, ast.Call):
            break
        if isinstance(expression.func, ast.Attribute) and expression.func.attr == "fit":
            return _trainer(module, expression.func.value, callers)
        function = module.function(expression.func)
        returned = module.returned(function) if function else None
        if returned is None:
            break
        callers.append(expression)
        expression = returned
    return None


def _trainer(module: Module, expression: ast.expr, callers: list[ast.Call]) -> Trainer | None:
    """The trainer that `expression` is, through variables and through functions of this file that only make and return
    it. Which one of those that a function makes, its caller tells."""
    for _ in range(_DEEPEST_CALL):
        expression = module.value(expression)
        function = module.function(expression.func) if isinstance(expression, ast.Call) else None
        returned = module.returned(function) if function else None
        if returned is None or not isinstance(expression, ast.Call):
            break
        callers = [*callers, expression]
        expression = returned
    made = [trainer for trainer in module.trainers if trainer.written is expression]
    called = [trainer for trainer in made if trainer.caller in callers]
    return called[0] if called else made[0] if len(made) == 1 else None

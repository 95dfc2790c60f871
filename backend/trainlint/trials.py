"""The functions of a file that Ray Tune runs."""

from __future__ import annotations

import ast

from .arguments import argument
from .module import Module
from .remembering import remembered
from .scopes import Function

_WRAPPERS = frozenset({"ray.tune.with_parameters", "ray.tune.with_resources"})
_DEEPEST_CALL = 6


@remembered
def trial_functions(module: Module) -> tuple[Function, ...]:
    """What a `Tuner` is given, and the functions of the file that it calls by name. A loop that a trainer is given
    there runs elsewhere and is left out."""
    calls = module.index.calls_to("ray.tune.Tuner", "ray.tune.tuner.Tuner")
    waiting = [_function(module, argument(call, "trainable", 0)) for call in calls]
    loops = {trainer.loop.function for trainer in module.trainers if trainer.loop is not None} if calls else set()
    reached: dict[Function, None] = {}
    while waiting:
        function = waiting.pop()
        if function is None or function in reached or function in loops:
            continue
        reached[function] = None
        waiting += [module.function(call.func) for call in module.calls_in(function)]
    return tuple(reached)


def _function(module: Module, given: ast.expr | None) -> Function | None:
    for _ in range(_DEEPEST_CALL):
        if given is None:
            return None
        value = module.value(given)
        if not isinstance(value, ast.Call) or module.qualified(value.func) not in _WRAPPERS:
            return module.function(given)
        given = argument(value, "trainable", 0)
    return None

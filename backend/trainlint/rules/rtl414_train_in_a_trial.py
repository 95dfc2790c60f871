"""RTL414: functions of `ray.train` in a function that Ray Tune runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..diagnostic import Diagnostic
from ..module import Module
from ..old_uses import is_prepared_for, leaves_alone
from ..rule import Rule
from ..scopes import Function

_REFUSED = ("ray.train.report", "ray.train.get_context", "ray.train.get_checkpoint")
_WRAPPERS = frozenset({"ray.tune.with_parameters", "ray.tune.with_resources"})
_DEEPEST_CALL = 6


class TrainInATrial(Rule):
    """`ray.train.report` is called in a function that Ray Tune runs.

    ## What it does
    Looks for `report`, `get_context` and `get_checkpoint` of `ray.train` in a function that a `Tuner` is given, and in
    functions of the file that it calls. A loop that is handed to a trainer there is another matter.

    ## Why is this bad?
    In a trial these raise a DeprecationWarning, and the trial fails. Ray Tune has functions of the same names.

    ## Example
    ```python
    from ray import train, tune

    def trial(config):
        for step in range(3):
            train.report({"loss": config["lr"] / (step + 1)})

    tune.Tuner(trial, param_space={"lr": tune.grid_search([0.1, 0.01])}).fit()
    ```

    ## Use instead
    ```python
    from ray import tune

    def trial(config):
        for step in range(3):
            tune.report({"loss": config["lr"] / (step + 1)})

    tune.Tuner(trial, param_space={"lr": tune.grid_search([0.1, 0.01])}).fit()
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default. Train V1 passed them on to Ray Tune.
    """

    code = "RTL414"
    name = "train-in-a-trial"
    severity = "error"
    symptoms = (
        "DeprecationWarning: `ray.train.report` is deprecated when running in a function passed to Ray Tune.",
        "Each of my trials fails at its first report.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        calls = module.index.calls_to("ray.tune.Tuner", "ray.tune.tuner.Tuner")
        if not calls or leaves_alone(module):
            return
        reached: dict[Function, None] = {}
        for call in calls:
            function = _function(module, argument(call, "trainable", 0))
            if function is not None:
                _reach(module, function, reached)
        loops = {trainer.loop.function for trainer in module.trainers if trainer.loop is not None}
        for function in reached:
            for call in module.calls_in(function) if function not in loops else ():
                name = module.qualified(call.func)
                if name in _REFUSED and not is_prepared_for(module, call):
                    word = str(name).rsplit(".", 1)[-1]
                    yield self.at(
                        module,
                        call.func,
                        f"Ray Tune runs this function, and there `ray.train.{word}` raises DeprecationWarning.",
                        f"Use `ray.tune.{word}`.",
                    )


def _function(module: Module, given: ast.expr | None) -> Function | None:
    for _ in range(_DEEPEST_CALL):
        if given is None:
            return None
        value = module.value(given)
        if not isinstance(value, ast.Call) or module.qualified(value.func) not in _WRAPPERS:
            return module.function(given)
        given = argument(value, "trainable", 0)
    return None


def _reach(module: Module, function: Function, reached: dict[Function, None]) -> None:
    """Adds `function`, and what it calls by name."""
    waiting = [function]
    while waiting:
        current = waiting.pop()
        if current in reached:
            continue
        reached[current] = None
        for call in module.calls_in(current):
            called = module.function(call.func)
            if called is not None:
                waiting.append(called)

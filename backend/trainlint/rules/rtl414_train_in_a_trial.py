"""RTL414: functions of `ray.train` in a function that Ray Tune runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Fix
from ..migrating import Migrations, home_of
from ..module import Module
from ..old_uses import is_prepared_for, leaves_alone
from ..rule import Rule, replaced
from ..trials import trial_functions

_NEW = {f"ray.train.{name}": f"ray.tune.{name}" for name in ("report", "get_context", "get_checkpoint")}
_ASKED = ("get_experiment_name", "get_storage")
_TITLE = "Use `ray.tune` in its place"


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
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        reached = trial_functions(module)
        if not reached or leaves_alone(module):
            return
        shared = {function for trainer in module.trainers if trainer.loop for function in trainer.loop.functions}
        found = [
            call
            for function in reached
            for call in module.calls_in(function)
            if module.qualified(call.func) in _NEW and not is_prepared_for(module, call)
        ]
        everywhere = set(found).issuperset(module.index.calls_to(*_NEW)) and shared.isdisjoint(reached)
        certain = all(_is_certain(module, call) for call in found)
        migrations = Migrations(module, _NEW, _TITLE, "ray.tune")
        tune, missing = home_of(module, "ray.tune")
        for call in found:
            word = str(module.qualified(call.func)).rsplit(".", 1)[-1]
            fix = migrations.of(call.func) if everywhere and certain else None
            if fix is None and tune and not missing and module.frame(call) not in shared and _is_certain(module, call):
                fix = Fix(_TITLE, (replaced(module, call.func, f"{tune}.{word}"),))
            yield self.at(
                module,
                call.func,
                f"Ray Tune runs this function, and there `ray.train.{word}` raises DeprecationWarning.",
                f"Use `ray.tune.{word}`.",
                fix,
            )


def _is_certain(module: Module, call: ast.Call) -> bool:
    """Whether Ray Tune's function does the same; its context knows of trials and not of ranks."""
    if module.qualified(call.func) != "ray.train.get_context":
        return True
    asked = module.parent(call)
    return isinstance(asked, ast.Attribute) and (asked.attr.startswith("get_trial_") or asked.attr in _ASKED)

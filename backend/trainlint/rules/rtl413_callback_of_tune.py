"""RTL413: a callback of Ray Tune in the configuration of a run of Ray Train."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..diagnostic import Diagnostic
from ..module import Module
from ..old_api import TUNE_CALLBACKS
from ..old_uses import is_prepared_for, leaves_alone
from ..origins import makers
from ..rule import Rule


class CallbackOfTune(Rule):
    """A callback of Ray Tune is given to `ray.train.RunConfig`.

    ## What it does
    Looks for callbacks of Ray Tune in `RunConfig(callbacks=[...])`: its loggers, those of `ray.air.integrations`, and
    classes of the file that derive from `ray.tune.Callback`.

    ## Why is this bad?
    `RunConfig` takes only subclasses of `ray.train.UserCallback` and raises a ValueError for anything else.

    ## Example
    ```python
    from ray.train import RunConfig
    from ray.tune.logger import JsonLoggerCallback

    config = RunConfig(name="first", callbacks=[JsonLoggerCallback()])
    ```

    ## Use instead
    ```python
    import json

    from ray.train import RunConfig, UserCallback

    class Log(UserCallback):
        def after_report(self, run_context, metrics, checkpoint):
            print(json.dumps(metrics))

    config = RunConfig(name="first", callbacks=[Log()])
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default.
    """

    code = "RTL413"
    name = "callback-of-tune"
    severity = "error"
    symptoms = ("ValueError: All callbacks must be instances of `ray.train.UserCallback`.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        calls = module.index.calls_to("ray.train.RunConfig")
        if not calls or leaves_alone(module):
            return
        for call in calls:
            given = argument(call, "callbacks")
            callbacks = module.value(given) if given is not None else None
            if not isinstance(callbacks, ast.List | ast.Tuple):
                continue
            for callback in callbacks.elts:
                if _is_of_tune(module, callback) and not is_prepared_for(module, call):
                    yield self.at(
                        module,
                        callback,
                        "This is a callback of Ray Tune, and `ray.train.RunConfig` raises ValueError for it.",
                        "Derive it from `ray.train.UserCallback`, or log in the training loop.",
                    )


def _is_of_tune(module: Module, callback: ast.expr) -> bool:
    found = makers(module, callback)
    return bool(found) and all(
        isinstance(maker, ast.Call) and _is_class_of_tune(module, maker.func) for maker in found or ()
    )


def _is_class_of_tune(module: Module, made: ast.expr) -> bool:
    if module.qualified(made) in TUNE_CALLBACKS:
        return True
    binding = module.binding(made) if isinstance(made, ast.Name) else None
    if binding is None or not isinstance(binding.node, ast.ClassDef):
        return False
    return len(binding.node.bases) == 1 and module.qualified(binding.node.bases[0]) in TUNE_CALLBACKS

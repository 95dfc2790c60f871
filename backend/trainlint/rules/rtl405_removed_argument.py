"""RTL405: an argument that Train V2 refuses."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..argument_edits import renamed, without
from ..arguments import argument, argument_keyword
from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..old_api import ARGUMENTS
from ..old_entry import Old
from ..old_uses import is_prepared_for, leaves_alone
from ..rule import Rule
from ..values import constant, possible


class RemovedArgument(Rule):
    """An argument is given that Train V2 refuses.

    ## What it does
    Looks at the arguments of `RunConfig`, `ScalingConfig`, `FailureConfig`, `CheckpointConfig`, the trainers and
    `prepare_model` for those that were Ray Tune's or Train V1's: `verbose`, `stop`, `sync_config`, `local_dir`,
    `trainer_resources`, `fail_fast`, `checkpoint_frequency`, `resume_from_checkpoint`, `ddp_kwargs` and so on.

    ## Why is this bad?
    Most are still in the signature, and giving them raises a DeprecationWarning: an exception, whatever its name says.
    The others are a TypeError.

    ## Example
    ```python
    from ray import train
    from ray.train import RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"loss": 0.1})

    TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2),
        run_config=RunConfig(name="first", verbose=1),
    ).fit()
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"loss": 0.1})

    TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2),
        run_config=RunConfig(name="first"),
    ).fit()
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default. `ddp_kwargs` and `wrap_ddp` went before that.
    """

    code = "RTL405"
    name = "removed-argument"
    severity = "error"
    symptoms = (
        "DeprecationWarning: `RunConfig(verbose)` is deprecated.",
        "DeprecationWarning: `resume_from_checkpoint` is deprecated and will be removed in an upcoming release.",
        "TypeError: prepare_model() got an unexpected keyword argument 'ddp_kwargs'.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        calls = module.index.calls_to(*ARGUMENTS)
        if not calls or leaves_alone(module):
            return
        for call in calls:
            name = module.qualified(call.func) or ""
            for keyword in call.keywords:
                old = ARGUMENTS[name].get(keyword.arg or "")
                if old is None or _is_taken(module, keyword, old) or is_prepared_for(module, call):
                    continue
                owner = name.rsplit(".", 1)[-1]
                yield self.at(
                    module,
                    keyword,
                    f"`{owner}` no longer takes `{keyword.arg}`: this raises {old.raises}.",
                    old.instead,
                    _fix(module, call, keyword, old),
                )


def _is_taken(module: Module, keyword: ast.keyword, old: Old) -> bool:
    """Whether Ray takes this very value: None, or the word that stands for "not given"."""
    if constant(module, keyword.value) == "DEPRECATED":
        return True
    values = possible(module, keyword.value)
    return old.none_is_fine and any(isinstance(value, ast.Constant) and value.value is None for value in values or ())


def _fix(module: Module, call: ast.Call, keyword: ast.keyword, old: Old) -> Fix | None:
    if old.renamed_to and argument_keyword(call, old.renamed_to) is None:
        edit = renamed(module, keyword, old.renamed_to)
        return Fix(f"Call it `{old.renamed_to}`", (edit,)) if edit is not None else None
    if keyword.arg == "wrap_ddp" and argument(call, "parallel_strategy") is None:
        wraps = constant(module, keyword.value)
        if wraps is False:
            edit = renamed(module, keyword, "parallel_strategy", "None")
            return Fix("Say it with `parallel_strategy`", (edit,)) if edit is not None else None
        if wraps is not True:
            return None
    elif not old.drop:
        return None
    edit = without(module, call, keyword)
    return Fix(f"Leave `{keyword.arg}` out", (edit,)) if edit is not None else None

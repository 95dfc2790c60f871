"""RTL410: the result is asked for its configuration."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..old_api import RESULT_MEMBERS
from ..old_uses import is_prepared_for, is_result, leaves_alone
from ..rule import Rule


class ConfigOfTheResult(Rule):
    """`config` of a result is read.

    ## What it does
    Looks for `result.config`, where `result` comes from `fit()` of a trainer in the same file.

    ## Why is this bad?
    The configuration of a trial was Ray Tune's. With Train V2 reading it raises a DeprecationWarning, after all of the
    training was done.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop(config):
        train.report({"loss": config["lr"]})

    result = TorchTrainer(
        train_loop,
        train_loop_config={"lr": 0.1},
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    print(result.config)
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop(config):
        train.report({"loss": config["lr"]})

    settings = {"lr": 0.1}
    result = TorchTrainer(
        train_loop,
        train_loop_config=settings,
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    print(settings, result.path)
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default.
    """

    code = "RTL410"
    name = "config-of-the-result"
    severity = "error"
    symptoms = ("DeprecationWarning: The `config` property for a `ray.train.Result` is deprecated.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if leaves_alone(module):
            return
        for node in module.index.attributes(*RESULT_MEMBERS):
            old = RESULT_MEMBERS[node.attr]
            if not isinstance(node.ctx, ast.Load):
                continue
            if is_result(module, node.value) and not is_prepared_for(module, node):
                yield self.at(module, node, f"A result of Train V2 refuses `{node.attr}`.", old.instead)

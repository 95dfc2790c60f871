"""RTL211: the loop's parameter has a default, so Ray Train leaves it at that."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from ..configuration import Signature, gives_config, signature_of
from ..diagnostic import Diagnostic, Edit, Fix
from ..module import Module
from ..rule import Rule


class ConfigIgnored(Rule):
    """The loop's parameter has a default, and so the configuration is never handed over.

    ## What it does
    Looks for a trainer with a `train_loop_config` whose loop has only parameters with a default, as in
    `def train_loop(config=None)`.

    ## Why is this bad?
    Ray Train counts the parameters of the loop that have no default. With one it calls `train_loop(config)`, with none
    it calls `train_loop()`. So the default is used, whatever the trainer was given: the loop fails on a `config` that
    is None, or trains with other numbers than were asked for.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop(config=None):
        for epoch in range(config["epochs"]):
            train.report({"epoch": epoch})

    TorchTrainer(
        train_loop,
        train_loop_config={"epochs": 3},
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop(config):
        for epoch in range(config["epochs"]):
            train.report({"epoch": epoch})

    TorchTrainer(
        train_loop,
        train_loop_config={"epochs": 3},
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Since which Ray
    Train V1 and V2 alike count the parameters without a default.
    """

    code = "RTL211"
    name = "config-ignored"
    severity = "error"
    symptoms = (
        "TypeError: 'NoneType' object is not subscriptable, where the loop reads its config.",
        "train_loop_config has no effect and the defaults are used.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for trainer in module.trainers:
            signature = signature_of(trainer) if gives_config(trainer) else None
            if signature is None or signature.required != 0 or signature.first is None or signature.default is None:
                continue
            yield self.at(
                module,
                signature.first,
                "Ray Train hands the configuration only to a parameter without a default, so this one never gets it.",
                f"Take the default away: `{signature.first.arg}` alone.",
                _without_default(module, signature),
            )


def _without_default(module: Module, signature: Signature) -> Fix | None:
    """Takes the default away, unless something in the file calls the loop itself and may rely on it."""
    if signature.first is None or signature.default is None:
        return None
    if any(module.function(call.func) is signature.function for call in module.calls):
        return None
    _, _, line, column = module.source.node_span(signature.first)
    start_line, start_column, end_line, end_column = module.source.node_span(signature.default)
    source = module.source
    between = source.text[source.offset(line, column) : source.offset(start_line, start_column)]
    is_plain = re.fullmatch(r"\s*=\s*", between) and not isinstance(signature.default, ast.GeneratorExp)
    edit = Edit(line, column, end_line, end_column, "")
    return Fix("Take the default away", (edit,)) if is_plain else None

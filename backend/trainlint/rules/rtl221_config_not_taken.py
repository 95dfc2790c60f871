"""RTL221: a configuration is given, and the loop has no parameter."""

from __future__ import annotations

from collections.abc import Iterator

from ..configuration import gives_config, signature_of
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule


class ConfigNotTaken(Rule):
    """A `train_loop_config` is given, and the loop takes no parameter.

    ## What it does
    Looks for a trainer with a `train_loop_config` whose loop has no parameter left that could take it.

    ## Why is this bad?
    Ray Train then calls the loop without arguments, and says nothing of the configuration. What it holds has no effect:
    the loop trains with whatever it finds elsewhere, often with globals of the same names.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    EPOCHS = 3

    def train_loop():
        for epoch in range(EPOCHS):
            train.report({"epoch": epoch})

    TorchTrainer(
        train_loop,
        train_loop_config={"epochs": 10},
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
        train_loop_config={"epochs": 10},
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Since which Ray
    As long as there has been a `train_loop_config`.
    """

    code = "RTL221"
    name = "config-not-taken"
    severity = "warning"
    symptoms = ("Changing train_loop_config changes nothing.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for trainer in module.trainers:
            given = trainer.argument("train_loop_config")
            signature = signature_of(trainer) if given is not None and gives_config(trainer) else None
            if given is None or signature is None or signature.required != 0 or signature.first is not None:
                continue
            yield self.at(
                module,
                given,
                "The loop takes no parameter, so nothing of this configuration reaches it.",
                "Give the loop one parameter, `config`, and read the values from it.",
            )

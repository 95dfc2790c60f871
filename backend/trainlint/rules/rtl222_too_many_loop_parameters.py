"""RTL222: the loop needs more than one argument."""

from __future__ import annotations

from collections.abc import Iterator

from ..configuration import signature_of
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule


class TooManyLoopParameters(Rule):
    """The training loop needs more arguments than Ray Train hands over.

    ## What it does
    Looks for a trainer whose loop has two or more parameters without a default. Those that `functools.partial` fills
    do not count; `*rest` counts as one.

    ## Why is this bad?
    Ray Train hands over one thing, the configuration. For a loop that needs more, `fit()` raises a `ValueError` before
    anything is started.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop(epochs, factor):
        for epoch in range(epochs):
            train.report({"loss": factor / (epoch + 1)})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop(config):
        for epoch in range(config["epochs"]):
            train.report({"loss": config["factor"] / (epoch + 1)})

    TorchTrainer(
        train_loop,
        train_loop_config={"epochs": 3, "factor": 2.0},
        scaling_config=ScalingConfig(num_workers=2),
    ).fit()
    ```

    ## Since which Ray
    As long as there has been a `TorchTrainer`.
    """

    code = "RTL222"
    name = "too-many-loop-parameters"
    severity = "error"
    symptoms = ("ValueError: train_loop_per_worker should take in 0 or 1 required arguments.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for trainer in module.trainers:
            signature = signature_of(trainer)
            given = trainer.call.args[0] if trainer.call.args else trainer.argument("train_loop_per_worker")
            if signature is None or given is None or signature.required < 2:
                continue
            yield self.at(
                module,
                given,
                f"This loop needs {signature.required} arguments and Ray Train hands over one, so `fit()` raises a"
                " ValueError.",
                "Put the values in `train_loop_config` and take one parameter, or fill the others with"
                " `functools.partial`.",
            )

"""RTL227: `trainer.fit` stands alone and is not called."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..origins import makers
from ..rule import Rule, inserted


class FitNotCalled(Rule):
    """The `fit` of a trainer is named and not called.

    ## What it does
    Looks for a line that is `trainer.fit` without parentheses.

    ## Why is this bad?
    Python looks the method up and does nothing with it. The program ends well, and no training was started.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"loss": 1.0})

    trainer = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2))
    trainer.fit
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"loss": 1.0})

    trainer = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2))
    trainer.fit()
    ```

    ## Since which Ray
    Always: it is how Python works.
    """

    code = "RTL227"
    name = "fit-not-called"
    fixable = True
    severity = "error"
    symptoms = ("The program ends at once, and nothing was trained.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        trainers = {call for trainer in module.trainers for call in (trainer.call, trainer.written)}
        for statement in module.index.all(ast.Expr) if trainers else ():
            match statement.value:
                case ast.Attribute(attr="fit", value=owner) as node:
                    made = makers(module, owner)
                    if (
                        made
                        and trainers.issuperset(maker for maker in made if isinstance(maker, ast.Call))
                        and all(isinstance(maker, ast.Call) for maker in made)
                    ):
                        fix = Fix("Call it", (inserted(module, node, "()", after=True),))
                        yield self.at(
                            module,
                            node,
                            "`fit` is named here and not called, so no training is started.",
                            "Write `.fit()`, with the parentheses.",
                            fix,
                        )

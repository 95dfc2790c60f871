"""RTL310: the `error` of a result is looked at, which only exists where nothing failed."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule
from ..trainer import trainer_of_result


class ResultErrorAfterFit(Rule):
    """`result.error` is read to see whether the training failed.

    ## What it does
    Looks for `result.error`, where `result` comes from `fit()` of a `TorchTrainer`.

    ## Why is this bad?
    `fit()` raises when the training fails. It gives a result back only when all went well, and then `error` is None:
    the branch for a failed run never runs, and the program ends with a traceback instead.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            train.report({"loss": 1.0 / (epoch + 1)})

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    if result.error:
        print("The training failed:", result.error)
    ```

    ## Use instead
    ```python
    from ray import train
    from ray.train import ScalingConfig, WorkerGroupError
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            train.report({"loss": 1.0 / (epoch + 1)})

    try:
        TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    except WorkerGroupError as error:
        for rank, reason in error.worker_failures.items():
            print(f"rank {rank} failed:", reason)
    ```

    ## Since which Ray
    `fit()` has raised since Ray 2.0. `WorkerGroupError` and `ControllerError` came with Train V2.
    """

    code = "RTL310"
    name = "result-error-after-fit"
    severity = "warning"
    symptoms = (
        "The program ends with a traceback instead of my own message about the failed run.",
        "result.error is always None.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if not module.trainers or "RAY_TRAIN_V2_ENABLED" in module.source.text:
            return
        for node in module.index.all(ast.Attribute):
            if node.attr != "error" or not isinstance(node.ctx, ast.Load):
                continue
            if trainer_of_result(module, node.value) is not None:
                yield self.at(
                    module,
                    node,
                    "`fit()` raises when the training fails, so `error` is always None here.",
                    "Put `fit()` into a `try` and catch `ray.train.WorkerGroupError`: its `worker_failures` tell which"
                    " rank failed of what.",
                )

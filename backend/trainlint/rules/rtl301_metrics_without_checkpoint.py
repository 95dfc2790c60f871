"""RTL301: `Result.metrics` is read, and no checkpoint was ever reported."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..results import Looks, is_tried, never_has_a_checkpoint
from ..rule import Rule
from ..trainer import trainer_of_result


class MetricsWithoutCheckpoint(Rule):
    """The result's metrics are read, and the loop never reports a checkpoint.

    ## What it does
    Looks for `result.metrics[...]` and for methods of `result.metrics`, where `result` comes from `fit()` of a trainer
    whose loop is in the same file and never hands a checkpoint to `ray.train.report`.

    ## Why is this bad?
    In Ray Train V2 `Result.metrics` holds the metrics of the latest *checkpoint*. Without one it is `None`, and the
    program fails on its last line after all of the training was done. In local mode (`num_workers=0`) it is the last
    report, so there this rule is silent.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            train.report({"loss": 1.0 / (epoch + 1)})

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    print(result.metrics["loss"])
    ```

    ## Use instead
    ```python
    import json
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            loss = 1.0 / (epoch + 1)
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "state.json").write_text(json.dumps({"epoch": epoch}))
                train.report({"loss": loss}, checkpoint=Checkpoint.from_directory(folder))

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    print(result.metrics["loss"])
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default. Train V1 gave the last report, with or without a checkpoint.
    """

    code = "RTL301"
    name = "metrics-without-checkpoint"
    severity = "error"
    symptoms = (
        "TypeError: 'NoneType' object is not subscriptable, after all of the training was done.",
        "result.metrics is None.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if not module.trainers or "RAY_TRAIN_V2_ENABLED" in module.source.text:
            return  # nothing to read from, or the file chooses between the two Trains by itself
        if not module.index.attributes("metrics"):
            return
        looks = Looks(module)
        uses: list[ast.Subscript | ast.Attribute] = [*module.index.all(ast.Subscript), *module.index.all(ast.Attribute)]
        for node in uses:
            if not isinstance(node.ctx, ast.Load) or not isinstance(node.value, ast.Name | ast.Attribute):
                continue
            metrics = module.value(node.value)
            if not isinstance(metrics, ast.Attribute) or metrics.attr != "metrics":
                continue
            trainer = trainer_of_result(module, metrics.value)
            if trainer is None or not never_has_a_checkpoint(trainer):
                continue
            if looks.before_use(node, {ast.unparse(node.value), ast.unparse(metrics)}) or is_tried(module, node):
                continue
            yield self.at(
                module,
                node,
                "`metrics` is None here: it belongs to the latest checkpoint, and this loop never reports one.",
                "Pass `checkpoint=Checkpoint.from_directory(...)` to `train.report`, or return the value from the loop"
                " and read `return_value`.",
            )

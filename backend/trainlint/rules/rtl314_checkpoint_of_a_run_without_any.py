"""RTL314: what a result holds of checkpoints is used, and no checkpoint was ever reported."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..results import Looks, is_tried, never_has_a_checkpoint
from ..rule import Rule
from ..trainer import trainer_of_result

_HOLDS = {
    "checkpoint": "`checkpoint` is None here",
    "metrics_dataframe": "`metrics_dataframe` is None here",
    "best_checkpoints": "`best_checkpoints` is empty here",
}


class CheckpointOfARunWithoutAny(Rule):
    """The checkpoint of a result is used, and the loop never reports one.

    ## What it does
    Looks for uses of `result.checkpoint`, `result.metrics_dataframe` and `result.best_checkpoints[...]`, where `result`
    comes from `fit()` of a trainer whose loop is in the same file and never hands a checkpoint to `ray.train.report`.

    ## Why is this bad?
    All three are about checkpoints; also the data frame has one row for each checkpoint and not for each report.
    Without any they are None, None and an empty list, and the program fails after all of the training was done.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            train.report({"loss": 1.0 / (epoch + 1)})

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    print(result.metrics_dataframe["loss"])
    ```

    ## Use instead
    ```python
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "epoch.txt").write_text(str(epoch))
                train.report({"loss": 1.0 / (epoch + 1)}, checkpoint=Checkpoint.from_directory(folder))

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    print(result.metrics_dataframe["loss"])
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default. In Train V1 the data frame had all reports.
    """

    code = "RTL314"
    name = "checkpoint-of-a-run-without-any"
    severity = "error"
    symptoms = (
        "AttributeError: 'NoneType' object has no attribute 'as_directory', after the training was done.",
        "result.metrics_dataframe is None.",
        "IndexError: list index out of range, at result.best_checkpoints.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if not module.trainers or "RAY_TRAIN_V2_ENABLED" in module.source.text:
            return
        if not module.index.attributes(*_HOLDS):
            return
        looks = Looks(module)
        nodes: list[ast.Attribute | ast.Subscript] = [
            *module.index.all(ast.Attribute),
            *module.index.all(ast.Subscript),
        ]
        for node in nodes:
            held = module.value(node.value)
            if not isinstance(held, ast.Attribute) or held.attr not in _HOLDS or not isinstance(node.ctx, ast.Load):
                continue
            if held.attr == "best_checkpoints" and isinstance(node, ast.Attribute):
                continue  # a method of a list
            trainer = trainer_of_result(module, held.value)
            if trainer is None or not never_has_a_checkpoint(trainer):
                continue
            if looks.before_use(node, {ast.unparse(node.value), ast.unparse(held)}) or is_tried(module, node):
                continue
            yield self.at(
                module,
                node,
                f"{_HOLDS[held.attr]}, because this loop never reports a checkpoint.",
                "Pass `checkpoint=Checkpoint.from_directory(...)` to `train.report`.",
            )

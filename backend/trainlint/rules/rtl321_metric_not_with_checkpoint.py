"""RTL321: a metric is read of the result that never came with a checkpoint."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument, has_unseen_arguments
from ..checkpoints import checkpoint_of
from ..diagnostic import Diagnostic
from ..module import Module
from ..results import CATCH_KEY_ERROR, is_tried
from ..rule import Rule
from ..trainer import Trainer, trainer_of_result
from ..values import entries


class MetricNotWithCheckpoint(Rule):
    """A metric is read of the result that never came with a checkpoint.

    ## What it does
    Looks for `result.metrics["key"]` where the loop reports checkpoints, and no report with a checkpoint has this key
    among its metrics.

    ## Why is this bad?
    In Ray Train V2 `result.metrics` holds what was reported together with the latest *checkpoint*. What was reported
    without one is not in it, and the program ends with KeyError after all of the training was done.

    ## Example
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
    print(result.metrics["accuracy"])
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
                train.report({"accuracy": epoch / 3}, checkpoint=Checkpoint.from_directory(folder))

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    print(result.metrics["accuracy"])
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default. Train V1 gave the last report, with or without a checkpoint.
    """

    code = "RTL321"
    name = "metric-not-with-checkpoint"
    severity = "error"
    symptoms = ("KeyError at result.metrics, though the metric was reported.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if not module.trainers or "RAY_TRAIN_V2_ENABLED" in module.source.text:
            return
        for node in module.index.all(ast.Subscript):
            key = node.slice.value if isinstance(node.slice, ast.Constant) else None
            metrics = module.value(node.value)
            if not isinstance(key, str) or not isinstance(metrics, ast.Attribute) or metrics.attr != "metrics":
                continue
            trainer = trainer_of_result(module, metrics.value) if isinstance(node.ctx, ast.Load) else None
            keys = _keys(trainer) if trainer is not None else None
            if (
                keys is not None
                and key not in keys
                and not _is_asked(module, node, key)
                and not is_tried(module, node, CATCH_KEY_ERROR)
            ):
                yield self.at(
                    module,
                    node,
                    f"No report with a checkpoint has `{key}`, and `metrics` holds only what came with the latest one.",
                    "Put it among the metrics of the report that has the checkpoint.",
                )


def _keys(trainer: Trainer) -> set[str] | None:
    """Every metric that comes with a checkpoint; None where that is not certain."""
    module, loop = trainer.module, trainer.loop
    if loop is None or trainer.has_unseen_arguments or trainer.workers is None or 0 in trainer.workers:
        return None
    if trainer.argument("validation_config") is not None or loop.may_report_out_of_sight:
        return None  # a validation adds metrics of its own
    found: set[str] = set()
    reports = [report for report in loop.reports if checkpoint_of(report) is not None]
    if not reports or any(has_unseen_arguments(report) for report in loop.reports):
        return None
    for report in reports:
        given = argument(report, "metrics", 0)
        known = entries(module, given) if given is not None else None
        if known is None:
            return None
        found.update(known)
    return found


def _is_asked(module: Module, node: ast.AST, key: str) -> bool:
    """Whether `node` stands under a test for its key."""
    parent = module.parent(node)
    while parent is not None:
        if isinstance(parent, ast.If | ast.IfExp) and any(
            isinstance(inner, ast.Constant) and inner.value == key for inner in ast.walk(parent.test)
        ):
            return True
        parent = module.parent(parent)
    return False

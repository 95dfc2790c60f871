"""RTL309: a checkpoint is reported with no metrics."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..checkpoints import REPORT, checkpoint_of
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule
from ..trainer import trainer_of_result

_OF_METRICS = frozenset({"metrics", "metrics_dataframe", "best_checkpoints", "get_best_checkpoint"})


class CheckpointWithoutMetrics(Rule):
    """A checkpoint is reported with no metrics.

    ## What it does
    Looks for `ray.train.report({}, checkpoint=...)` in a program that looks at the metrics of its result, or chooses
    the best checkpoint by them.

    ## Why is this bad?
    Metrics and a checkpoint that come in one report belong together: `result.metrics` is what came with the latest
    checkpoint, and the best checkpoint is chosen by what came with each. Reported without any, a checkpoint leaves
    `result.metrics` empty and cannot be compared with others.

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
                train.report({}, checkpoint=Checkpoint.from_directory(folder))

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    print(result.metrics)
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
    print(result.metrics)
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default, for `result.metrics`. Any for the choice of the best.
    """

    code = "RTL309"
    name = "checkpoint-without-metrics"
    severity = "info"
    symptoms = ("result.metrics is an empty dict.", "The best checkpoint is not the one with the smallest loss.")

    def check(self, module: Module) -> Iterator[Diagnostic]:
        reports = module.index.calls_to(REPORT)
        for report in reports if _looks_at_metrics(module) else ():
            given = argument(report, "metrics", 0)
            if given is None or checkpoint_of(report) is None:
                continue
            if _is_empty(module, given):
                yield self.at(
                    module,
                    given,
                    "This checkpoint comes without metrics, so `result.metrics` is empty and it cannot be compared with"
                    " others.",
                    "Report the metrics in the same call as the checkpoint.",
                )


def _looks_at_metrics(module: Module) -> bool:
    """Whether what comes with a checkpoint matters to the program."""
    scored = (
        argument(trainer.checkpoint_config, "checkpoint_score_attribute", 1)
        for trainer in module.trainers
        if trainer.checkpoint_config is not None
    )
    return any(attribute is not None for attribute in scored) or any(
        node.attr in _OF_METRICS and trainer_of_result(module, node.value) is not None
        for node in module.index.all(ast.Attribute)
    )


def _is_empty(module: Module, value: ast.expr) -> bool:
    """Whether `value` is written out as an empty dict; a variable may have been filled since."""
    if isinstance(value, ast.Call):
        return module.qualified(value.func) == "builtins.dict" and not value.args and not value.keywords
    return isinstance(value, ast.Dict) and not value.keys

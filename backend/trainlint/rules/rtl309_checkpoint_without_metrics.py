"""RTL309: a checkpoint is reported with no metrics."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..checkpoints import REPORT, checkpoint_of
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule


class CheckpointWithoutMetrics(Rule):
    """A checkpoint is reported with no metrics.

    ## What it does
    Looks for `ray.train.report({}, checkpoint=...)`.

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

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
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

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default, for `result.metrics`. Any for the choice of the best.
    """

    code = "RTL309"
    name = "checkpoint-without-metrics"
    severity = "info"
    symptoms = ("result.metrics is an empty dict.", "The best checkpoint is not the one with the smallest loss.")

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for report in module.index.calls_to(REPORT):
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


def _is_empty(module: Module, value: ast.expr) -> bool:
    """Whether `value` is written out as an empty dict; a variable may have been filled since."""
    if isinstance(value, ast.Call):
        return module.qualified(value.func) == "builtins.dict" and not value.args and not value.keywords
    return isinstance(value, ast.Dict) and not value.keys

"""RTL311: the latest checkpoint is taken where the best one is known."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule
from ..trainer import trainer_of_result

_KNOWS = frozenset({"best_checkpoints", "get_best_checkpoint"})


class LatestTakenForBest(Rule):
    """The latest checkpoint is taken where the best one is known.

    ## What it does
    Looks for `result.checkpoint` of a run whose `CheckpointConfig` has a `checkpoint_score_attribute`, in a program
    that never asks for the best checkpoint.

    ## Why is this bad?
    `checkpoint_score_attribute` decides which checkpoints are kept. `result.checkpoint` is the latest of them all the
    same, and not the one with the best score.

    ## Example
    ```python
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, CheckpointConfig, RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "epoch.txt").write_text(str(epoch))
                train.report({"loss": 1.0 / (epoch + 1)}, checkpoint=Checkpoint.from_directory(folder))

    trainer = TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2),
        run_config=RunConfig(
            checkpoint_config=CheckpointConfig(
                num_to_keep=2, checkpoint_score_attribute="loss", checkpoint_score_order="min"
            )
        ),
    )
    result = trainer.fit()
    print("The best one is in", result.checkpoint)
    ```

    ## Use instead
    ```python
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, CheckpointConfig, RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "epoch.txt").write_text(str(epoch))
                train.report({"loss": 1.0 / (epoch + 1)}, checkpoint=Checkpoint.from_directory(folder))

    trainer = TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2),
        run_config=RunConfig(
            checkpoint_config=CheckpointConfig(
                num_to_keep=2, checkpoint_score_attribute="loss", checkpoint_score_order="min"
            )
        ),
    )
    result = trainer.fit()
    print("The best one is in", result.get_best_checkpoint("loss", "min"))
    ```

    ## Since which Ray
    Ray 2.7, for `get_best_checkpoint`.
    """

    code = "RTL311"
    name = "latest-taken-for-best"
    severity = "info"
    symptoms = ("The model of result.checkpoint is worse than the best one of the run.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        scored = [trainer for trainer in module.trainers if trainer.checkpoint_config is not None]
        if not scored:
            return
        attributes = module.index.all(ast.Attribute)
        if any(node.attr in _KNOWS for node in attributes):
            return
        for node in attributes:
            if node.attr != "checkpoint" or isinstance(module.parent(node), ast.If | ast.Compare | ast.IfExp):
                continue
            trainer = trainer_of_result(module, node.value)
            if trainer not in scored or trainer is None or trainer.checkpoint_config is None:
                continue
            attribute = argument(trainer.checkpoint_config, "checkpoint_score_attribute", 1)
            if attribute is not None and not (isinstance(attribute, ast.Constant) and attribute.value is None):
                yield self.at(
                    module,
                    node,
                    "This is the latest checkpoint, and maybe not the best one, though the run is told how to score"
                    " them.",
                    "Take `result.get_best_checkpoint(metric, mode)` if the best one is meant.",
                )

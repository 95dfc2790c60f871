"""RTL215: workers on several nodes, and a folder that is on one of them."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument, has_unseen_arguments
from ..configuration import scaling_of
from ..diagnostic import Diagnostic
from ..loop import TrainLoop
from ..module import Module
from ..rule import Rule
from ..storage_paths import beginning
from ..trainer import Trainer
from ..values import constant

_LOCAL = ("~", "/tmp", "/var/tmp", "/root/", "file:///tmp", "local://")  # noqa: S108 (names that are looked for)


class LocalStorageOnSeveralNodes(Rule):
    """The workers run on several nodes, and their checkpoints go to a folder that each node has for itself.

    ## What it does
    Looks for a run on several nodes whose loop reports checkpoints and whose `storage_path` is left out or names a
    local folder such as `/tmp/...`. That there are several nodes follows from `placement_strategy="STRICT_SPREAD"`, or
    is known to the caller of the linter.

    ## Why is this bad?
    `storage_path` is `~/ray_results` by default. Each worker writes to the disk of its own node, where the others do
    not find it: the first report of a checkpoint fails, and a run that starts again on another node has nothing to go
    on from.

    ## Example
    ```python
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        with tempfile.TemporaryDirectory() as folder:
            checkpoint = None
            if train.get_context().get_world_rank() == 0:
                Path(folder, "done.txt").write_text("yes")
                checkpoint = Checkpoint.from_directory(folder)
            train.report({"done": 1}, checkpoint=checkpoint)

    TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=4, placement_strategy="STRICT_SPREAD"),
    ).fit()
    ```

    ## Use instead
    ```python
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        with tempfile.TemporaryDirectory() as folder:
            checkpoint = None
            if train.get_context().get_world_rank() == 0:
                Path(folder, "done.txt").write_text("yes")
                checkpoint = Checkpoint.from_directory(folder)
            train.report({"done": 1}, checkpoint=checkpoint)

    TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=4, placement_strategy="STRICT_SPREAD"),
        run_config=RunConfig(storage_path="s3://my-bucket/runs"),
    ).fit()
    ```

    ## Since which Ray
    Since Ray 2.7 checkpoints go straight from the workers to the storage; before, they went through the head node.
    """

    code = "RTL215"
    name = "local-storage-on-several-nodes"
    severity = "warning"
    needs_cluster = True
    symptoms = (
        "RuntimeError: Unable to set up cluster storage with the following settings.",
        "A run that starts again on another node does not find its checkpoint.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for trainer in module.trainers:
            if not _on_several_nodes(trainer) or not _reports_checkpoints(trainer.loop):
                continue
            place = _local_storage(trainer)
            if place is not None:
                yield self.at(
                    module,
                    place,
                    "The workers run on several nodes, and this folder is on the disk of each, not shared by all.",
                    "Set `RunConfig(storage_path=...)` to what all nodes share: `s3://...`, or a mounted folder.",
                )


def _on_several_nodes(trainer: Trainer) -> bool:
    if min(trainer.workers or {0}) < 2:
        return False
    config, cluster = scaling_of(trainer), trainer.module.cluster
    placement = argument(config, "placement_strategy") if config is not None else None
    strategy = constant(trainer.module, placement) if placement is not None else "PACK"
    return strategy == "STRICT_SPREAD" or (cluster is not None and cluster.nodes > 1 and strategy != "STRICT_PACK")


def _reports_checkpoints(loop: TrainLoop | None) -> bool:
    """Whether the loop is certain to hand checkpoints over: without one nothing is stored."""
    reports = loop.reports if loop is not None else []
    given = [argument(report, "checkpoint", 1) for report in reports]
    return any(not (isinstance(checkpoint, ast.Constant) or checkpoint is None) for checkpoint in given)


def _local_storage(trainer: Trainer) -> ast.expr | None:
    """What to blame for a local storage: the path, or what should name one and does not."""
    given = trainer.argument("run_config")
    if given is None or constant(trainer.module, given) is None:
        return None if trainer.has_unseen_arguments else given or trainer.call.func
    config = trainer.run_config
    if config is None or config.args or has_unseen_arguments(config):
        return None
    if argument(config, "storage_filesystem") is not None:
        return None
    path = argument(config, "storage_path")
    if path is None or constant(trainer.module, path) is None:
        return path or config.func
    start = beginning(trainer.module, path)
    return path if start is not None and start.startswith(_LOCAL) else None

"""RTL408: a method of a trainer that Train V2 refuses or has not."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..old_api import TRAINER_MEMBERS
from ..old_uses import TRAINERS, is_prepared_for, is_trainer, leaves_alone
from ..rule import Rule


class RemovedTrainerMethod(Rule):
    """A method of a trainer is used that is gone with Train V2.

    ## What it does
    Looks for `restore` and `can_restore` of a trainer's class, and for `as_trainable`, `preprocess_datasets`, `setup`,
    `training_loop` and `get_dataset_config` of a trainer.

    ## Why is this bad?
    `restore` and `can_restore` raise a DeprecationWarning, the others are an AttributeError. A run goes on from its
    last checkpoint when it is started again with the same name and place, and its loop asks `get_checkpoint()`.

    ## Example
    ```python
    from ray.train.torch import TorchTrainer

    trainer = TorchTrainer.restore("/mnt/shared/results/first")
    result = trainer.fit()
    ```

    ## Use instead
    ```python
    import json
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        start = 0
        checkpoint = train.get_checkpoint()
        if checkpoint:
            with checkpoint.as_directory() as folder:
                start = json.loads(Path(folder, "state.json").read_text())["epoch"] + 1
        for epoch in range(start, 3):
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "state.json").write_text(json.dumps({"epoch": epoch}))
                train.report({"epoch": epoch}, checkpoint=Checkpoint.from_directory(folder))

    trainer = TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2),
        run_config=RunConfig(name="first", storage_path="/mnt/shared/results"),
    )
    result = trainer.fit()
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default.
    """

    code = "RTL408"
    name = "removed-trainer-method"
    severity = "error"
    symptoms = (
        "DeprecationWarning: The `restore` and `can_restore` APIs are deprecated.",
        "AttributeError: 'TorchTrainer' object has no attribute 'as_trainable'.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if leaves_alone(module):
            return
        for node in module.index.attributes(*TRAINER_MEMBERS):
            old = TRAINER_MEMBERS[node.attr]
            if not isinstance(node.ctx, ast.Load):
                continue
            is_class = module.qualified(node.value) in TRAINERS
            if (is_class or is_trainer(module, node.value)) and not is_prepared_for(module, node):
                what = f"refuses `{node.attr}`" if old.raises == "DeprecationWarning" else f"has no `{node.attr}`"
                yield self.at(module, node, f"A trainer of Train V2 {what}: this raises {old.raises}.", old.instead)

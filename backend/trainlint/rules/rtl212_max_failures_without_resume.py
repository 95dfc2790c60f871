"""RTL212: a failed run may start again, and the loop does not look for where it was."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..diagnostic import Diagnostic
from ..loop import TrainLoop
from ..module import Module
from ..rule import Rule
from ..values import integers

_LOADS = (
    "get_checkpoint",
    "get_all_reported_checkpoints",
    "load",
    "load_file",
    "load_model",
    "load_checkpoint",
    "load_state_dict",
    "load_state",
    "load_from_checkpoint",
    "from_pretrained",
    "restore",
    "resume",
)


class MaxFailuresWithoutResume(Rule):
    """A failed run may start again, and the loop never asks for the checkpoint to go on from.

    ## What it does
    Looks for `FailureConfig(max_failures=...)` with a loop that never calls `ray.train.get_checkpoint` and loads
    nothing otherwise.

    ## Why is this bad?
    After a failure Ray Train calls the loop again from its first line; it does not put the model back. A loop that does
    not load the latest checkpoint itself begins at the first epoch each time, with fresh weights.

    ## Example
    ```python
    from ray import train
    from ray.train import FailureConfig, RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(100):
            train.report({"epoch": epoch})

    TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2),
        run_config=RunConfig(failure_config=FailureConfig(max_failures=3)),
    ).fit()
    ```

    ## Use instead
    ```python
    import json
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, FailureConfig, RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        start = 0
        checkpoint = train.get_checkpoint()
        if checkpoint:
            with checkpoint.as_directory() as folder:
                start = json.loads(Path(folder, "state.json").read_text())["epoch"] + 1
        for epoch in range(start, 100):
            with tempfile.TemporaryDirectory() as folder:
                checkpoint = None
                if train.get_context().get_world_rank() == 0:
                    Path(folder, "state.json").write_text(json.dumps({"epoch": epoch}))
                    checkpoint = Checkpoint.from_directory(folder)
                train.report({"epoch": epoch}, checkpoint=checkpoint)

    TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2),
        run_config=RunConfig(failure_config=FailureConfig(max_failures=3)),
    ).fit()
    ```

    ## Since which Ray
    `get_checkpoint` in this place since Ray 2.0; what is said here holds for Train V1 and V2.
    """

    code = "RTL212"
    name = "max-failures-without-resume"
    severity = "warning"
    symptoms = ("After a failure the run starts at the first epoch again.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for trainer in module.trainers:
            config, loop = trainer.failure_config, trainer.loop
            given = argument(config, "max_failures", 0) if config is not None else None
            if given is None or loop is None or trainer.has_unseen_arguments:
                continue
            allowed = integers(module, given)
            if allowed and 0 not in allowed and _never_resumes(loop):
                yield self.at(
                    module,
                    given,
                    "The run may start again after a failure, and this loop then begins anew: it never calls"
                    " `get_checkpoint`.",
                    "Load `ray.train.get_checkpoint()` at the start of the loop, and go on with the epoch after it.",
                )


def _never_resumes(loop: TrainLoop) -> bool:
    if loop.index.calls_named(*_LOADS) or loop.may_report_out_of_sight:
        return False
    return bool(loop.index.all(ast.For) or loop.index.all(ast.While))

"""RTL315: `get_checkpoint` is called where no worker runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule

_NEEDS_A_WORKER = {
    "ray.train.get_checkpoint": "get_checkpoint",
    "ray.train.get_all_reported_checkpoints": "get_all_reported_checkpoints",
}


class GetCheckpointOutsideTheLoop(Rule):
    """`ray.train.get_checkpoint` is called in the driver.

    ## What it does
    Looks for `ray.train.get_checkpoint` and `ray.train.get_all_reported_checkpoints` at the top level of a program and
    in functions that only the top level calls.

    ## Why is this bad?
    They belong to the workers that a trainer starts. In the driver they raise RuntimeError. After the run, its
    checkpoints are in what `fit()` gives back.

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
                train.report({"epoch": epoch}, checkpoint=Checkpoint.from_directory(folder))

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    print(train.get_checkpoint())
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
                train.report({"epoch": epoch}, checkpoint=Checkpoint.from_directory(folder))

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    print(result.checkpoint)
    ```

    ## Since which Ray
    Train V2, which Ray 2.51 made the default. Train V1 gave None and a warning.
    """

    code = "RTL315"
    name = "get-checkpoint-outside-the-loop"
    severity = "error"
    symptoms = ("RuntimeError: `get_checkpoint` cannot be used outside of a Ray Train training function.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        calls = module.index.calls_to(*_NEEDS_A_WORKER)
        if not calls or not module.trainers:
            return
        loops = [trainer.loop for trainer in module.trainers]
        in_loops: set[ast.AST] = {node for loop in loops if loop is not None for node in loop.functions}
        for call in calls:
            if self._runs_in_the_driver(module, module.frame(call), in_loops, all(loops)):
                name = _NEEDS_A_WORKER[module.qualified(call.func) or ""]
                yield self.at(
                    module,
                    call,
                    f"`{name}` is called in the driver and raises RuntimeError there: it works in the training loop"
                    " only.",
                    "Take the checkpoint from what `fit()` gives back: `result.checkpoint`.",
                )

    def _runs_in_the_driver(
        self, module: Module, frame: ast.AST, in_loops: set[ast.AST], all_known: bool, depth: int = 0
    ) -> bool:
        """Whether `frame` is the top level, or a function that no loop mentions and that the top level calls."""
        if isinstance(frame, ast.Module):
            return True
        if frame in in_loops or not all_known or depth > 5 or not isinstance(frame, ast.FunctionDef):
            return False
        return any(
            module.function(call.func) is frame
            and self._runs_in_the_driver(module, module.frame(call), in_loops, all_known, depth + 1)
            for call in module.index.calls_named(frame.name)
        )

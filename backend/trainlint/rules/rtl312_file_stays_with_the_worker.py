"""RTL312: the driver reads a file that a worker has written somewhere else."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..files import loads, saves
from ..module import Module
from ..rule import Rule

_CHOOSES_ITSELF = "RAY_CHDIR_TO_TRIAL_DIR"


class FileStaysWithTheWorker(Rule):
    """The driver reads a file that the training loop writes under a relative path.

    ## What it does
    Looks for a relative path that is written in the training loop, and read after `fit()` by the program itself.

    ## Why is this bad?
    The two do not run in the same directory, and often not on the same machine: Ray gives each worker a working
    directory of its own session. The read fails with FileNotFoundError, or finds an old file of an earlier try.

    ## Example
    ```python
    import json
    from pathlib import Path

    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        losses = [1.0 / (epoch + 1) for epoch in range(3)]
        if train.get_context().get_world_rank() == 0:
            Path("losses.json").write_text(json.dumps(losses))
        train.report({"loss": losses[-1]})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    print(json.loads(Path("losses.json").read_text()))
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
        losses = [1.0 / (epoch + 1) for epoch in range(3)]
        with tempfile.TemporaryDirectory() as folder:
            checkpoint = None
            if train.get_context().get_world_rank() == 0:
                Path(folder, "losses.json").write_text(json.dumps(losses))
                checkpoint = Checkpoint.from_directory(folder)
            train.report({"loss": losses[-1]}, checkpoint=checkpoint)

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    with result.checkpoint.as_directory() as folder:
        print(json.loads(Path(folder, "losses.json").read_text()))
    ```

    ## Since which Ray
    Any. `RAY_CHDIR_TO_TRIAL_DIR=0` keeps the workers of the same machine in the directory of the program.
    """

    code = "RTL312"
    name = "file-stays-with-the-worker"
    severity = "error"
    symptoms = (
        "FileNotFoundError after the training, for a file that the loop has written.",
        "The file that my training writes is nowhere to be found.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        loops = [trainer.loop for trainer in module.trainers]
        if not loops or _CHOOSES_ITSELF in module.source.text or module.index.calls_to("os.chdir"):
            return
        if any(trainer.workers is None or 0 in trainer.workers for trainer in module.trainers):
            return
        reached = {node for loop in loops if loop is not None for node in loop.functions}
        written: dict[str, bool] = {}
        for stored in saves(module, module.index):
            path = stored.place.known
            if path:
                written[path] = written.get(path, True) and module.frame(stored.call) in reached
        fits = [call.lineno for call in module.index.calls_named("fit")]
        if not fits or not any(written.values()):
            return
        for stored in loads(module, module.index):
            path = stored.place.known
            if not path or not written.get(path) or path.startswith(("/", "~")) or "://" in path:
                continue
            if (
                module.frame(stored.call) in reached
                or stored.call.lineno <= min(fits)
                or _is_asked(module, stored.call)
            ):
                continue
            yield self.at(
                module,
                stored.call,
                f"The workers write `{path}` in a directory of their own, so it is not found here.",
                "Report it in a checkpoint, return the value from the loop, or write to shared storage.",
            )


def _is_asked(module: Module, node: ast.AST) -> bool:
    """Whether `node` stands under a condition or in a `try`."""
    parent = module.parent(node)
    while parent is not None:
        if isinstance(parent, ast.Try) or (isinstance(parent, ast.If) and "__name__" not in ast.unparse(parent.test)):
            return True
        parent = module.parent(parent)
    return False

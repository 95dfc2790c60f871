"""RTL317: a checkpoint is given to what wants a path."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..checkpoints import is_checkpoint
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule

_TAKE_A_PATH = (
    "builtins.open",
    "torch.load",
    "os.listdir",
    "os.path.exists",
    "os.path.isdir",
    "os.path.isfile",
    "os.path.join",
    "pathlib.Path",
    "shutil.copytree",
)


class CheckpointUsedAsPath(Rule):
    """A checkpoint is used as if it were the path of its directory.

    ## What it does
    Looks for what `get_checkpoint()`, `result.checkpoint` or `Checkpoint.from_directory` gave, as the first argument of
    `open`, `torch.load`, `os.path.join`, `pathlib.Path` and their like.

    ## Why is this bad?
    A checkpoint may be in remote storage, so it is no path, and Ray refuses with a TypeError. In a training loop this
    shows only when a run is resumed.

    ## Example
    ```python
    import os
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "answer.txt").write_text("42")
            train.report({"answer": 42}, checkpoint=Checkpoint.from_directory(folder))

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    with open(os.path.join(result.checkpoint, "answer.txt")) as file:
        print(file.read())
    ```

    ## Use instead
    ```python
    import os
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "answer.txt").write_text("42")
            train.report({"answer": 42}, checkpoint=Checkpoint.from_directory(folder))

    result = TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    with result.checkpoint.as_directory() as folder, open(os.path.join(folder, "answer.txt")) as file:
        print(file.read())
    ```

    ## Since which Ray
    Ray 2.7, which made a checkpoint a directory in some storage.
    """

    code = "RTL317"
    name = "checkpoint-used-as-path"
    severity = "error"
    symptoms = ("TypeError: You cannot use `Checkpoint` objects directly as paths.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for call in module.index.calls_to(*_TAKE_A_PATH):
            if call.args and not isinstance(call.args[0], ast.Starred) and is_checkpoint(module, call.args[0]):
                yield self.at(
                    module,
                    call.args[0],
                    "A checkpoint is not a path, and this raises TypeError.",
                    "Write `with checkpoint.as_directory() as folder:` and use `folder`.",
                )

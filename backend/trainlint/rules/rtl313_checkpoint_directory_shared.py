"""RTL313: all ranks of a machine prepare their checkpoint in one directory."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..everywhere import every_rank, is_same_on_all_ranks
from ..files import Place, place
from ..module import Module
from ..reaching import latest
from ..rule import Rule


class CheckpointDirectoryShared(Rule):
    """All ranks of a machine prepare their checkpoint in one directory.

    ## What it does
    Looks for `Checkpoint.from_directory` of a fixed path that every rank writes to and reports.

    ## Why is this bad?
    The ranks of one machine share its disk. One rank writes a file while another uploads it, or deletes it: the
    checkpoint then holds half a file, or the report fails with FileNotFoundError, now and then. Files of an earlier
    checkpoint stay in the directory and get into the next one.

    ## Example
    ```python
    import os
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        for epoch in range(3):
            os.makedirs("/tmp/checkpoint", exist_ok=True)
            Path("/tmp/checkpoint/epoch.txt").write_text(str(epoch))
            train.report({"epoch": epoch}, checkpoint=Checkpoint.from_directory("/tmp/checkpoint"))

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
                train.report({"epoch": epoch}, checkpoint=Checkpoint.from_directory(folder))

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Ray 2.7, which made a checkpoint a directory.
    """

    code = "RTL313"
    name = "checkpoint-directory-shared"
    severity = "warning"
    symptoms = (
        "FileNotFoundError in the upload of a checkpoint, now and then.",
        "A checkpoint has files of an earlier one.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        everywhere = every_rank(module)
        if everywhere is None:
            return
        told: set[ast.AST] = set()
        for loop in everywhere.loops():
            shared = [
                (call, place(module, folder))
                for call, folder in everywhere.directories(loop)
                if call not in told and is_same_on_all_ranks(module, latest(module, folder))
            ]
            if not shared:
                continue
            written = [stored.place for stored in everywhere.writes(loop)]
            for call, folder in shared:
                if any(_is_in(path, folder) for path in written):
                    told.add(call)
                    yield self.at(
                        module,
                        call,
                        "Every rank writes its checkpoint into this one directory, and the ranks of a machine get into"
                        " each other's files.",
                        "Make a directory for each rank, with `tempfile.TemporaryDirectory()`.",
                    )


def _is_in(path: Place, folder: Place) -> bool:
    if folder.root is not None:
        return path.root is folder.root
    return path.known is not None and folder.known is not None and path.known.startswith(folder.known.rstrip("/") + "/")

"""RTL302: a checkpoint is reported after its temporary directory was deleted, or uploaded only then."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..arguments import argument
from ..checkpoints import REPORT, checkpoint_of
from ..diagnostic import Diagnostic, Edit, Fix
from ..directories import Directories
from ..module import Module
from ..reaching import latest
from ..rule import Rule
from ..scopes import walk

_MODES = "ray.train.CheckpointUploadMode."
_With = ast.With | ast.AsyncWith


class CheckpointDirectoryGone(Rule):
    """The directory of a checkpoint is deleted before its files are stored.

    ## What it does
    Looks for a checkpoint made of a `tempfile.TemporaryDirectory` that is reported after the end of the `with`, or
    inside the `with` but with `CheckpointUploadMode.ASYNC`; and for directories that the program deletes itself. A
    helper that returns a checkpoint out of its own `with` is followed.

    ## Why is this bad?
    `Checkpoint.from_directory` copies nothing, it only remembers the path; `train.report` copies. At the end of the
    `with` the directory is deleted, and the report that comes later fails with FileNotFoundError. With `ASYNC` the copy
    is made by a thread while the program goes on, so the directory may be gone before its turn comes, on one rank and
    not on another.

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
                checkpoint = Checkpoint.from_directory(folder)
            train.report({"epoch": epoch}, checkpoint=checkpoint)

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
    Ray 2.7, which made a checkpoint a directory. `CheckpointUploadMode` came with Train V2.
    """

    code = "RTL302"
    name = "checkpoint-directory-gone"
    severity = "error"
    symptoms = (
        "FileNotFoundError: Failed to open local file, at train.report.",
        "The upload of a checkpoint fails on one rank only.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for report in module.index.calls_to(REPORT):
            given = checkpoint_of(report)
            mode = argument(report, "checkpoint_upload_mode", 3)
            upload = (module.qualified(latest(module, mode)) or "?") if mode is not None else f"{_MODES}SYNC"
            if given is None or upload not in (f"{_MODES}SYNC", f"{_MODES}ASYNC"):
                continue
            ways = Directories(module)
            ways.follow(given, report)
            if ways.gone:
                yield self.at(
                    module,
                    report.func,
                    "The temporary directory of this checkpoint is deleted before the report, which then does not find"
                    " it.",
                    "Report before the directory is deleted: inside the `with` that makes it.",
                    _moved_in(module, report, ways.gone[0]),
                )
            elif ways.held and upload.endswith(".ASYNC"):
                yield self.at(
                    module,
                    report.func,
                    "An upload with `ASYNC` goes on after the report, and fails when its directory is deleted.",
                    "Make the directory with `tempfile.mkdtemp()`, Ray deletes it after the upload; or upload with"
                    " `SYNC`.",
                )


def _moved_in(module: Module, report: ast.Call, opened: ast.AST) -> Fix | None:
    """The report taken into the `with`, where it is the very next statement."""
    statement = module.parent(report)
    block = getattr(module.parent(opened), "body", None)
    if not isinstance(opened, _With) or not isinstance(statement, ast.Expr) or not isinstance(block, list):
        return None
    place_of_with = block.index(opened) if opened in block else len(block)
    if block[place_of_with + 1 : place_of_with + 2] != [statement]:
        return None
    inside = opened.body[0]
    texts = [node for node in walk(statement) if isinstance(node, ast.Constant | ast.JoinedStr)]
    if inside.lineno == opened.lineno or any(text.end_lineno != text.lineno for text in texts):
        return None
    indent = " " * (inside.col_offset - opened.col_offset)
    lines = range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
    return Fix("Report inside the `with`", tuple(Edit(line, 0, line, 0, indent) for line in lines))

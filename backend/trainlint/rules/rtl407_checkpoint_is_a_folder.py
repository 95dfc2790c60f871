"""RTL407: a checkpoint is treated as a dictionary, as bytes or as an address."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..old_api import CHECKPOINT_MEMBERS
from ..old_uses import CHECKPOINTS, is_checkpoint, is_prepared_for, leaves_alone
from ..rule import Rule, replaced

_HAS_NO = "A checkpoint is a folder and has no `{}`, so this is an AttributeError."


class CheckpointIsAFolder(Rule):
    """A method of a checkpoint is called that it lost when it became a folder.

    ## What it does
    Looks for `from_dict`, `to_dict`, `from_bytes`, `from_uri`, `uri`, `get_preprocessor` and their like, on the class
    `Checkpoint` and on checkpoints that come from `get_checkpoint()`, from a result, or from the file itself.

    ## Why is this bad?
    A checkpoint is a folder and where it lies, nothing else. On the class the AttributeError says what to do; on a
    checkpoint it only says that there is no such thing.

    ## Example
    ```python
    from ray import train
    from ray.train import Checkpoint

    def train_loop():
        for epoch in range(3):
            train.report({"epoch": epoch}, checkpoint=Checkpoint.from_dict({"epoch": epoch}))
    ```

    ## Use instead
    ```python
    import json
    import tempfile
    from pathlib import Path

    from ray import train
    from ray.train import Checkpoint

    def train_loop():
        for epoch in range(3):
            with tempfile.TemporaryDirectory() as folder:
                Path(folder, "state.json").write_text(json.dumps({"epoch": epoch}))
                train.report({"epoch": epoch}, checkpoint=Checkpoint.from_directory(folder))
    ```

    ## Since which Ray
    Ray 2.7, with Train V1 and V2 alike.
    """

    code = "RTL407"
    name = "checkpoint-is-a-folder"
    severity = "error"
    symptoms = (
        "AttributeError: 'Checkpoint' object has no attribute 'to_dict'.",
        "AttributeError: The new `ray.train.Checkpoint` class does not support `from_dict()`.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if leaves_alone(module):
            return
        for node in module.index.attributes(*CHECKPOINT_MEMBERS):
            old = CHECKPOINT_MEMBERS[node.attr]
            if not isinstance(node.ctx, ast.Load):
                continue
            is_class = module.qualified(node.value) in CHECKPOINTS
            if (is_class or is_checkpoint(module, node.value)) and not is_prepared_for(module, node):
                fix = _fix(module, node) if is_class and node.attr == "from_uri" else None
                yield self.at(module, node, _HAS_NO.format(node.attr), old.instead, fix)


def _fix(module: Module, node: ast.Attribute) -> Fix | None:
    """`Checkpoint.from_uri(uri)` is `Checkpoint(uri)`."""
    call = module.parent(node)
    if not isinstance(call, ast.Call) or call.func is not node or call.keywords or len(call.args) != 1:
        return None
    if isinstance(call.args[0], ast.Starred):
        return None
    return Fix("Give the address to `Checkpoint` itself", (replaced(module, node, ast.unparse(node.value)),))

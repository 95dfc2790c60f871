"""RTL401: what is imported is not in Ray any more."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic, Fix
from ..migrating import Migrations
from ..module import Module
from ..old_api import REMOVED
from ..old_uses import Mention, is_prepared_for, leaves_alone, mentions
from ..rule import Rule, replaced

_MOVED = {name: old.moved_to for name, old in REMOVED.items() if old.moved_to}
_TITLE = "Use what has taken its place"


class RemovedName(Rule):
    """A name or module is used that Ray has no more.

    ## What it does
    Looks for imports, and for dotted names, of what Ray AIR and Train V1 had and today's Ray has not:
    `ray.air.Checkpoint`, `ray.train.Trainer`, `ray.train.callbacks`, `BatchPredictor`, `TransformersTrainer` and their
    like. An import in a `try` that catches the error is left alone.

    ## Why is this bad?
    The import fails, so nothing of the program runs.

    ## Example
    ```python
    import tempfile

    from ray import train
    from ray.air import Checkpoint

    def train_loop():
        with tempfile.TemporaryDirectory() as folder:
            train.report({"loss": 0.1}, checkpoint=Checkpoint.from_directory(folder))
    ```

    ## Use instead
    ```python
    import tempfile

    from ray import train
    from ray.train import Checkpoint

    def train_loop():
        with tempfile.TemporaryDirectory() as folder:
            train.report({"loss": 0.1}, checkpoint=Checkpoint.from_directory(folder))
    ```

    ## Since which Ray
    The names went one by one, most of them after Ray 2.7, where a checkpoint became a folder. Ray 2.60 has none.
    """

    code = "RTL401"
    name = "removed-name"
    severity = "error"
    symptoms = (
        "ImportError: cannot import name 'Checkpoint' from 'ray.air'.",
        "ModuleNotFoundError: No module named 'ray.train.callbacks'.",
        "AttributeError: module 'ray.train' has no attribute 'world_rank'.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if leaves_alone(module):
            return
        migrations = Migrations(module, _MOVED, _TITLE)
        for mention in mentions(module, REMOVED):
            if is_prepared_for(module, mention.node):
                continue
            yield self.at(
                module,
                mention.node,
                f"Ray has no `{mention.name}` any more, so this line fails.",
                mention.old.instead,
                _fix(module, mention, migrations) if mention.old.moved_to else None,
            )


def _fix(module: Module, mention: Mention, migrations: Migrations) -> Fix | None:
    node = mention.node
    if isinstance(node, ast.Attribute):
        around = module.qualified(node.value)
        if around is not None and mention.old.moved_to.startswith(f"{around}."):
            new = ast.unparse(node.value) + mention.old.moved_to.removeprefix(around)
            return Fix(_TITLE, (replaced(module, node, new),))
    return migrations.of(node)

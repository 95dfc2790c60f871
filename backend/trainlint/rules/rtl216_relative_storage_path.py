"""RTL216: `storage_path` is relative."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from ..arguments import argument
from ..configuration import configs
from ..diagnostic import Diagnostic, Fix
from ..module import Module
from ..rule import Rule, inserted
from ..storage_paths import beginning
from ..values import constant

_ABSOLUTE = re.compile(r"/|~|\\|[A-Za-z]:[/\\]|[A-Za-z][A-Za-z0-9+.-]*:/")


class RelativeStoragePath(Rule):
    """`storage_path` is a relative path.

    ## What it does
    Looks for a `RunConfig` whose `storage_path` begins neither with `/` or `~` nor with a scheme such as `s3://`.

    ## Why is this bad?
    Ray Train hands the path to pyarrow, which takes it for an address without a scheme and refuses it. That happens in
    the controller, so what is seen is an actor that died, and the word `ArrowInvalid` somewhere in the middle.

    ## Example
    ```python
    from ray import train
    from ray.train import RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2),
        run_config=RunConfig(storage_path="./results"),
    ).fit()
    ```

    ## Use instead
    ```python
    import os

    from ray import train
    from ray.train import RunConfig, ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(
        train_loop,
        scaling_config=ScalingConfig(num_workers=2),
        run_config=RunConfig(storage_path=os.path.abspath("./results")),
    ).fit()
    ```

    ## Since which Ray
    Ray 2.7 began to hand the path to pyarrow; before, `local_dir` took relative paths.
    """

    code = "RTL216"
    name = "relative-storage-path"
    severity = "error"
    symptoms = (
        "ActorDiedError from TrainController, with ArrowInvalid: URI has empty scheme.",
        "The controller dies as soon as fit() is called.",
    )
    fixable = True

    def check(self, module: Module) -> Iterator[Diagnostic]:
        for config in configs(module, "RunConfig"):
            path = argument(config, "storage_path", 1)
            filesystem = argument(config, "storage_filesystem", 2)
            if path is None or (filesystem is not None and constant(module, filesystem) is not None):
                continue
            start = beginning(module, path)
            if start is not None and not _ABSOLUTE.match(start):
                yield self.at(
                    module,
                    path,
                    "This path is relative, and Ray Train refuses it: the controller dies as it starts.",
                    "Make it absolute with `os.path.abspath(...)`.",
                    _made_absolute(module, path),
                )


def _made_absolute(module: Module, path: ast.expr) -> Fix | None:
    """Wraps `path` in `os.path.abspath`, and imports `os` where the file does not yet."""
    edits = [inserted(module, path, "os.path.abspath("), inserted(module, path, ")", after=True)]
    imports = [node for node in module.tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    names = [(alias.name, alias.asname) for node in imports if isinstance(node, ast.Import) for alias in node.names]
    if ("os", None) not in names:
        first = next((node for node in imports if getattr(node, "module", "") != "__future__"), None)
        if first is None:
            return None
        edits.append(inserted(module, first, "import os\n"))
    return Fix("Make the path absolute", tuple(edits))

"""RTL417: a module of Ray Train is used and was imported nowhere."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..old_uses import leaves_alone
from ..ray_train_names import SUBMODULES
from ..rule import Rule

PACKAGE = "ray.train"


class SubmoduleNotImported(Rule):
    """A module of Ray Train is used by its dotted name and was not imported.

    ## What it does
    Looks for `train.collective`, `ray.train.lightning` and their like in files that import that module nowhere.

    ## Why is this bad?
    `import ray.train` brings the package alone, and not each module in it. Asking for one that nobody has imported
    fails with AttributeError, on the ranks, when the line is reached.

    ## Example
    ```python
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        settings = train.collective.broadcast_from_rank_zero({"lr": 0.1})
        train.report(settings)

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import ray.train.collective
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        settings = ray.train.collective.broadcast_from_rank_zero({"lr": 0.1})
        train.report(settings)

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Every version that has the module.
    """

    code = "RTL417"
    name = "submodule-not-imported"
    severity = "error"
    symptoms = ("AttributeError: module 'ray.train' has no attribute 'collective'.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if leaves_alone(module) or not module.trainers:
            return  # a part of a larger program, of which another file may have imported it
        imported = _imported(module)
        for node in module.index.all(ast.Attribute):
            if (
                node.attr in SUBMODULES
                and isinstance(node.ctx, ast.Load)
                and node.attr not in imported
                and module.qualified(node.value) == PACKAGE
            ):
                yield self.at(
                    module,
                    node,
                    f"`{PACKAGE}.{node.attr}` is a module, and nothing in this file imports it.",
                    f"Add `import {PACKAGE}.{node.attr}` at the top of the file.",
                )


def _imported(module: Module) -> set[str]:
    """The modules of Ray Train that an import anywhere in the file brings."""
    names = [alias.name for node in module.index.all(ast.Import) for alias in node.names]
    for node in module.index.all(ast.ImportFrom):
        if not node.level and node.module is not None:
            names += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return {name.removeprefix(f"{PACKAGE}.").split(".")[0] for name in names if name.startswith(f"{PACKAGE}.")}

"""RTL230: an import of a package that is not installed where the program will run."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..cluster import Cluster
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule
from ..surroundings import is_reached

_MAKERS = ("sys.path", "sys.modules", "sys.meta_path", "runtime_env", "importlib.util")
"""Who writes these may bring the module along."""


class PackageNotThere(Rule):
    """A package is imported that is not installed where the program will run.

    ## What it does
    Compares every import with what can be imported there, where the caller of the linter knows it. An import that is
    tried (`try ... except ImportError`), that stands under `TYPE_CHECKING` or another condition, or in a function that
    nobody calls is left alone.

    ## Why is this bad?
    The import raises `ModuleNotFoundError`: at the top of the file before anything runs, in the training loop in every
    worker. Nothing can be installed there while the program runs, where there is no network.

    ## Example
    ```python
    import lightning
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        lightning.seed_everything(train.get_context().get_world_rank())
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import torch
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        torch.manual_seed(train.get_context().get_world_rank())
        train.report({"rank": train.get_context().get_world_rank()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Not a matter of Ray: every worker is a Python process and imports what its own machine has.
    """

    code = "RTL230"
    name = "package-not-there"
    severity = "error"
    needs_cluster = True
    needs_of_cluster = "packages"
    example_cluster = Cluster({"CPU": 16.0}, packages=frozenset({"ray", "torch"}))
    symptoms = ("ModuleNotFoundError: No module named ..., on the driver or in every worker.",)

    def check(self, module: Module) -> Iterator[Diagnostic]:
        cluster = module.cluster
        if cluster is None or cluster.packages is None:
            return
        for node, name in _imports(module):
            top = name.partition(".")[0]
            if (
                top in cluster.packages
                or top.startswith("_")
                or not is_reached(module, node)
                or _may_be_made(module, top)
            ):
                continue
            yield self.at(
                module,
                node,
                f"`{top}` is not installed in {cluster.name}, so this import raises ModuleNotFoundError.",
                f"Do without `{top}`, or run the program on a cluster that has it.",
            )


def _imports(module: Module) -> Iterator[tuple[ast.Import | ast.ImportFrom, str]]:
    for node in module.index.all(ast.Import):
        for alias in node.names:
            yield node, alias.name
    for from_ in module.index.all(ast.ImportFrom):
        if not from_.level and from_.module:
            yield from_, from_.module


def _may_be_made(module: Module, name: str) -> bool:
    """Whether the program may write the module itself, or change where modules come from."""
    text = module.source.text
    return f"{name}.py" in text or any(maker in text for maker in _MAKERS)

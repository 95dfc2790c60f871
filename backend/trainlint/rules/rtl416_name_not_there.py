"""RTL416: a name that Ray Train does not have."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..old_uses import is_prepared_for, leaves_alone
from ..ray_train_names import NAMES, is_missing, meant
from ..rule import Rule


class NameNotThere(Rule):
    """A name is asked of Ray Train that it does not have.

    ## What it does
    Looks for imports and attributes of `ray.train`, `ray.train.torch` and `ray.train.collective` that are not there.
    What older versions had, other rules tell.

    ## Why is this bad?
    The program ends with ImportError or AttributeError: a name is found by its exact spelling.

    ## Example
    ```python
    from ray.train.torch import prepare_dataloader

    def loader_of(config, loader):
        return prepare_dataloader(loader)
    ```

    ## Use instead
    ```python
    from ray.train.torch import prepare_data_loader

    def loader_of(config, loader):
        return prepare_data_loader(loader)
    ```

    ## Since which Ray
    The names are those of Ray 2.60.
    """

    code = "RTL416"
    name = "name-not-there"
    severity = "error"
    symptoms = (
        "ImportError: cannot import name 'prepare_dataloader' from 'ray.train.torch'.",
        "AttributeError: module 'ray.train' has no attribute 'get_world_rank'.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        if leaves_alone(module):
            return
        for node, package, name in _asked(module):
            if not is_missing(package, name) or is_prepared_for(module, node):
                continue
            other = meant(package, name)
            yield self.at(
                module,
                node,
                f"`{package}` of Ray 2.60 has no `{name}`, so this line fails.",
                f"Write `{other}`, if that was meant." if other else f"Look up what `{package}` has.",
            )


def _asked(module: Module) -> Iterator[tuple[ast.alias | ast.Attribute, str, str]]:
    for statement in module.index.all(ast.ImportFrom):
        if not statement.level and statement.module in NAMES:
            yield from ((alias, statement.module, alias.name) for alias in statement.names if alias.name != "*")
    for node in module.index.all(ast.Attribute):
        package = module.qualified(node.value)
        if package in NAMES and isinstance(node.ctx, ast.Load):
            yield node, package, node.attr

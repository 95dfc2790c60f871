"""Which data come from a dataset that the trainer divides among its ranks."""

from __future__ import annotations

import ast

from .arguments import argument, has_unseen_arguments
from .module import Module
from .origins import makers
from .trainer import Trainer
from .values import constant, possible

BATCHES = frozenset({"iter_torch_batches", "iter_batches", "iter_rows"})
"""Methods that go once through a shard. Where the dataset is divided, each pass begins when every rank begins it."""


def is_divided_shard(module: Module, expression: ast.expr) -> bool:
    """Whether `expression` is certainly `ray.train.get_dataset_shard(...)` of a dataset that is split among the
    ranks, as all are unless a `DataConfig` names those to split."""
    found = makers(module, expression)
    return bool(found) and all(
        isinstance(maker, ast.Call)
        and module.qualified(maker.func) == "ray.train.get_dataset_shard"
        and _is_divided(module, argument(maker, "dataset_name", 0))
        for maker in found or ()
    )


def _is_divided(module: Module, name: ast.expr | None) -> bool:
    text = constant(module, name)
    return isinstance(text, str) and bool(module.trainers) and all(_divides(module, t, text) for t in module.trainers)


def _divides(module: Module, trainer: Trainer, name: str) -> bool:
    if trainer.has_unseen_arguments or trainer.argument("datasets") is None:
        return False
    if trainer.argument("dataset_config") is None:
        return True
    config = trainer.dataset_config
    if config is None or has_unseen_arguments(config):
        return False
    chosen = argument(config, "datasets_to_split", 0)
    if chosen is None or constant(module, chosen) == "all":
        return True
    lists = possible(module, chosen)
    return bool(lists) and all(
        isinstance(one, ast.List) and any(constant(module, element) == name for element in one.elts)
        for one in lists or ()
    )

"""The `DataLoader`s of a file, and what `prepare_data_loader` makes of them."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from .arguments import argument, has_unseen_arguments
from .module import Module
from .origins import makers
from .values import constant

DATA_LOADERS = frozenset({"torch.utils.data.DataLoader", "torch.utils.data.dataloader.DataLoader"})
SAMPLERS = frozenset(
    {"torch.utils.data.DistributedSampler", "torch.utils.data.distributed.DistributedSampler"},
)
PREPARES = frozenset(
    {"ray.train.torch.prepare_data_loader", "ray.train.torch.train_loop_utils.prepare_data_loader"},
)


@dataclass(frozen=True)
class Loader:
    """One `DataLoader(...)`, and the `prepare_data_loader(...)` that it was handed to."""

    call: ast.Call
    prepared_by: ast.Call | None

    @property
    def dataset(self) -> ast.expr | None:
        return argument(self.call, "dataset", 0)


def loaders_given_to(module: Module, prepare: ast.Call) -> list[Loader]:
    """Every loader that a `prepare_data_loader(...)` may be given; empty where that is out of sight."""
    given = argument(prepare, "data_loader", 0)
    made = [maker for maker in (makers(module, given) if given is not None else None) or () if maker is not prepare]
    calls = [maker for maker in made if isinstance(maker, ast.Call) and module.qualified(maker.func) in DATA_LOADERS]
    return [Loader(call, prepare) for call in calls] if len(calls) == len(made) else []


def adds_a_sampler(module: Module, loader: Loader) -> bool:
    """Whether the loader goes through `prepare_data_loader`, and that is not told to leave the sampler alone."""
    prepare = loader.prepared_by
    if prepare is None or has_unseen_arguments(prepare):
        return False
    adds = argument(prepare, "add_dist_sampler", 1)
    return adds is None or constant(module, adds) is True

"""RTL118: each rank names another root for one collective."""

from __future__ import annotations

from collections.abc import Iterator

from ..arguments import argument, has_unseen_arguments
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule

# Where each takes its root, and where its group: in a group of its own each rank may well have a root of its own.
_ROOTS = {
    "broadcast": ("src", 1, 2),
    "broadcast_object_list": ("src", 1, 2),
    "reduce": ("dst", 1, 3),
    "gather": ("dst", 2, 3),
    "gather_object": ("dst", 2, 3),
    "scatter": ("src", 2, 3),
    "scatter_object_list": ("src", 2, 3),
}


class RootOfTheRank(Rule):
    """The ranks name different roots for one collective.

    ## What it does
    Looks for `broadcast`, `scatter`, `reduce`, `gather` and their like whose `src` or `dst` surely is another one on
    each rank: `dist.broadcast(values, src=rank)`.

    ## Why is this bad?
    A broadcast has one sender, and every rank has to name it. If each names itself, each sends and nobody receives:
    the ranks wait until the process group times out, or go on with values of their own.

    ## Example
    ```python
    import torch
    import torch.distributed as dist
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        rank = train.get_context().get_world_rank()
        values = torch.full((4,), float(rank))
        dist.broadcast(values, src=rank)
        train.report({"sum": values.sum().item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Use instead
    ```python
    import torch
    import torch.distributed as dist
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchTrainer

    def train_loop():
        rank = train.get_context().get_world_rank()
        values = torch.full((4,), float(rank))
        dist.broadcast(values, src=0)
        train.report({"sum": values.sum().item()})

    TorchTrainer(train_loop, scaling_config=ScalingConfig(num_workers=2)).fit()
    ```

    ## Since which Ray
    Every version: it is how `torch.distributed` works.
    """

    code = "RTL118"
    name = "root-of-the-rank"
    severity = "error"
    symptoms = ("All ranks hang in broadcast.", "Every rank keeps values of its own after a broadcast.")

    def check(self, module: Module) -> Iterator[Diagnostic]:
        ranks, collectives = module.ranks, module.collectives
        if ranks is None:
            return
        for call, kind in collectives.all.items():
            place = _ROOTS.get(kind)
            of_torch = (module.qualified(call.func) or "").startswith("torch.")
            if place is None or not of_torch or has_unseen_arguments(call):
                continue
            name, position, group_position = place
            root = argument(call, name, position)
            if root is not None and argument(call, "group", group_position) is None and ranks.varies(root):
                yield self.at(
                    module,
                    root,
                    f"Each rank names another `{name}`, and a `{kind}` has one, the same on all ranks.",
                    f"Give one number on every rank: `{name}=0`, for example.",
                )

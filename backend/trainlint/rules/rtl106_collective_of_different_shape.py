"""RTL106: a tensor given to a collective has another shape on each rank."""

from __future__ import annotations

from collections.abc import Iterator

from ..arguments import argument, has_unseen_arguments
from ..diagnostic import Diagnostic
from ..module import Module
from ..rule import Rule
from ..shapes import Shapes

# The collectives that need one shape on all ranks, and where each takes its tensor.
_TENSORS = {
    "all_reduce": ("tensor", 0),
    "broadcast": ("tensor", 0),
    "reduce": ("tensor", 0),
    "gather": ("tensor", 0),
    "all_gather": ("tensor", 1),
    "all_gather_into_tensor": ("input_tensor", 1),
    "reduce_scatter_tensor": ("input", 1),
}


class CollectiveOfDifferentShape(Rule):
    """The ranks give a collective tensors of different shapes.

    ## What it does
    Looks for `all_reduce`, `broadcast`, `reduce`, `gather`, `all_gather` and their like of a tensor whose size surely
    depends on the rank: `torch.ones(4 if rank == 0 else 8)`.

    ## Why is this bad?
    Nothing compares the shapes. Over gloo the bytes of one rank do not fit into the buffer of the other: its process is
    aborted, Ray says that it "died unexpectedly" and names the memory first, and the other ranks complain of a closed
    connection. Over NCCL the ranks hang, or sum up the wrong numbers.

    ## Example
    ```python
    import torch
    import torch.distributed as dist
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchConfig, TorchTrainer

    def train_loop():
        rank = train.get_context().get_world_rank()
        values = torch.ones(4 if rank == 0 else 8)
        dist.all_reduce(values)
        train.report({"sum": values.sum().item()})

    trainer = TorchTrainer(
        train_loop,
        torch_config=TorchConfig(backend="gloo"),
        scaling_config=ScalingConfig(num_workers=2),
    )
    trainer.fit()
    ```

    ## Use instead
    ```python
    import torch
    import torch.distributed as dist
    from ray import train
    from ray.train import ScalingConfig
    from ray.train.torch import TorchConfig, TorchTrainer

    def train_loop():
        rank = train.get_context().get_world_rank()
        values = torch.zeros(8)
        values[: 4 if rank == 0 else 8] = 1.0
        dist.all_reduce(values)
        train.report({"sum": values.sum().item()})

    trainer = TorchTrainer(
        train_loop,
        torch_config=TorchConfig(backend="gloo"),
        scaling_config=ScalingConfig(num_workers=2),
    )
    trainer.fit()
    ```

    ## Since which Ray
    Every version; it is torch that does not compare.
    """

    code = "RTL106"
    name = "collective-of-different-shape"
    severity = "error"
    symptoms = (
        "The actor died unexpectedly, and there was memory enough.",
        "Connection closed by peer, in all_reduce.",
        "op.preamble.length <= op.nbytes.",
    )

    def check(self, module: Module) -> Iterator[Diagnostic]:
        ranks, collectives = module.ranks, module.collectives
        if ranks is None:
            return
        shapes = Shapes(module, ranks)
        for call, kind in collectives.all.items():
            place = _TENSORS.get(kind)
            if place is None or has_unseen_arguments(call):
                continue
            tensor = argument(call, *place)
            if (
                tensor is not None
                and (module.qualified(call.func) or "").startswith("torch.")
                and shapes.differ(tensor)
            ):
                yield self.at(
                    module,
                    tensor,
                    f"This tensor has not the same shape on every rank, and `{kind}` needs one shape.",
                    "Bring all to one size, by padding for example, or use `all_gather_object`.",
                )

"""A collective in words: which tensor of this rank is in it, and in which group it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import torch.distributed as dist
from torch import Tensor

from .activity import Call

OWN = {
    "all_gather": (1, "tensor"),
    "all_gather_coalesced": (1, "input_tensor_list"),
    "all_gather_into_tensor": (1, "input_tensor"),
    "all_gather_single": (1, "input_tensor"),
    "all_reduce_coalesced": (0, "tensors"),
    "all_to_all": (1, "input_tensor_list"),
    "all_to_all_single": (1, "input"),
    "reduce_scatter": (1, "input_list"),
    "reduce_scatter_single": (1, "input"),
    "reduce_scatter_tensor": (1, "input"),
}
"""Where what this rank puts in stands, by position and by name; elsewhere it is the first, and called `tensor`."""
PEER = {"send": (1, "dst"), "recv": (1, "src"), "send_object_list": (1, "dst"), "recv_object_list": (1, "src")}
"""Where the other rank of a message stands. What is received may be from any, then it is left out."""
ROOT = {
    "broadcast": (1, "src"),
    "broadcast_object_list": (1, "src"),
    "gather": (2, "dst"),
    "gather_object": (2, "dst"),
    "reduce": (1, "dst"),
    "scatter": (2, "src"),
    "scatter_object_list": (2, "src"),
}
"""Where the rank stands that sends to all or gets from all; left out, it is 0."""
RANKS = 16
"""So many members of a group are named."""


def collective_of(call: Call) -> dict[str, Any]:
    """The fields of a `Collective`. Whatever is odd about the arguments is left out."""
    described: dict[str, Any] | None = call.keywords.get("described")
    if described is not None:
        return described
    position, name = OWN.get(call.name, (0, "tensor"))
    own = call.arguments[position] if len(call.arguments) > position else call.keywords.get(name)
    return {
        "name": call.name,
        "sequence": call.sequence,
        "shape": _shape(own),
        "group": _group(call),
        "counted": call.counted,
        "root": _root(call),
    }


def shape(dtype: str, sizes: Sequence[int]) -> str:
    """As `float32[10, 4]`."""
    return f"{dtype}[{', '.join(map(str, sizes))}]"


def _shape(own: Any) -> str:
    try:
        if isinstance(own, Tensor):
            return shape(str(own.dtype).removeprefix("torch."), own.shape)[:200]
        if isinstance(own, list | tuple) and own and all(isinstance(one, Tensor) for one in own):
            return f"{len(own)} x {_shape(own[0])}"[:200]
    except Exception:  # a tensor of the program's own class
        return ""
    return ""


def _root(call: Call) -> int | None:
    known = ROOT.get(call.name) or PEER.get(call.name)
    if known is None or call.keywords.get(f"group_{known[1]}") is not None:
        return None
    position, name = known
    root = call.arguments[position] if len(call.arguments) > position else call.keywords.get(name)
    if root is None and call.name in ROOT:
        return 0
    return root if type(root) is int and root >= 0 else None


def _group(call: Call) -> str:
    try:
        group = call.keywords.get("group")
        if group is None:
            group = next((one for one in call.arguments if isinstance(one, dist.ProcessGroup)), None)
        if group is None or group is dist.group.WORLD:
            return ""
        ranks = dist.get_process_group_ranks(group)
        named = ", ".join(map(str, ranks[:RANKS]))
        return f"ranks {named}{', ...' if len(ranks) > RANKS else ''}"
    except Exception:  # no group of this rank's
        return ""

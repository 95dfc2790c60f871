"""Whether a cluster can ever start the workers that a program asks it for.

Ray does not refuse: it waits for nodes that may be added, a minute at a time and without end. Where nothing adds nodes
that is a silence for ever, and the run is ended at once instead. What is not certain is left to Ray.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from allranks.protocol import NodeOffered, WorkersRequested

from . import refusals
from .label_selectors import fits
from .refusals import Refusal

_TOLERANCE = 1e-9
_IMPLICIT = "node:__internal_implicit_resource_"
"""Ray makes up as much as one of such a resource on every node."""
_READS = "get_dataset_shard"


@dataclass(frozen=True)
class _Room:
    """A node that may take workers, and how many of them it can hold when nothing else is on it."""

    node: NodeOffered
    workers: float


def impossible(request: WorkersRequested, source: str) -> Refusal | None:
    """Why `request`, made by the program `source`, can never be met; None where it can, or where that is not sure."""
    if request.may_grow or not request.nodes or request.workers < 1:
        return None
    each = {
        name: number
        for name, number in request.resources_per_worker.items()
        if number > 0 and not name.startswith(_IMPLICIT)
    }
    missing = [name for name in each if all(node.resources.get(name, 0.0) <= 0 for node in request.nodes)]
    if missing:
        return refusals.no_such_resource(request, missing[0])
    labelled = [node for node in request.nodes if fits(node.labels, request.labels)]
    if not labelled:
        return refusals.no_such_label(request)
    rooms = [_Room(node, _room(node.resources, each)) for node in labelled]
    if all(room.workers < 1 for room in rooms):
        return refusals.fits_on_no_node(request, labelled)
    if request.strategy == "STRICT_SPREAD":
        most = sum(1.0 for room in rooms if room.workers >= 1)
    elif request.strategy == "STRICT_PACK":
        most = max(room.workers for room in rooms)
    else:
        most = sum(room.workers for room in rooms)
    if most < request.workers:
        return refusals.too_many(request, each, int(most), labelled)
    free = request.cluster.get("CPU", 0.0) - request.workers * each.get("CPU", 0.0)
    if request.datasets and each.get("CPU") and free < 1 - _TOLERANCE and _READS in source:
        return refusals.nothing_left_for_data(request, each, max(0.0, free))
    return None


def _room(has: Mapping[str, float], each: Mapping[str, float]) -> float:
    """How many workers with `each` a node holds; infinite for workers that reserve nothing."""
    return min(
        (math.floor(has.get(name, 0.0) / number + _TOLERANCE) for name, number in each.items()), default=math.inf
    )

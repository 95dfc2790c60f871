"""What is said of a request that the cluster can never meet: what was asked, what there is, two ways to mend it."""

from __future__ import annotations

import difflib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from allranks.protocol import NodeOffered, WorkersRequested

from .amounts import amount, amounts

_KNOWN = {
    "cpu": "CPU",
    "cpus": "CPU",
    "num_cpus": "CPU",
    "num_cpu": "CPU",
    "gpu": "GPU",
    "gpus": "GPU",
    "num_gpus": "GPU",
    "num_gpu": "GPU",
    "tpu": "TPU",
    "mem": "memory",
    "ram": "memory",
}
_CLOSE = 0.8
_SHARES = (0.5, 0.25, 0.1, 0.05, 0.01)
_MOST_LABELS = 8


@dataclass(frozen=True)
class Refusal:
    """The parts of a diagnosis, and which argument of `ScalingConfig` is to blame."""

    title: str
    asked: str
    offered: str
    reason: str
    mend: str
    sketch: str | None
    argument: str


def no_such_resource(request: WorkersRequested, name: str) -> Refusal:
    """`name` is a resource of no node: a wrong key, a GPU where there is none, a name of somebody else's cluster."""
    meant = _KNOWN.get(name.lower()) if name not in ("CPU", "GPU", "TPU", "memory") else None
    if meant is None and name not in ("GPU", "TPU"):
        close = difflib.get_close_matches(name, _shown(request.cluster), n=1, cutoff=_CLOSE)
        meant = close[0] if close else None
    number = request.resources_per_worker[name]
    if name in ("GPU", "TPU"):
        switch = f"use_{name.lower()}"
        return Refusal(
            title=f"The workers ask for {name}s, and this cluster has none",
            asked=_asked(request),
            offered=_offered(request),
            reason=f"No node has a {name}, so no worker could ever start.",
            mend=(
                f"Either train on the CPUs here: take `{switch}=True` (and `{name}` in `resources_per_worker`) out of "
                f"the ScalingConfig; or run the same program on a cluster whose nodes have {name}s."
            ),
            sketch=f"ScalingConfig(num_workers={request.workers}, {switch}=False)",
            argument=switch,
        )
    accelerator = name.startswith("accelerator_type:")
    if accelerator:
        first = "leave `accelerator_type` out of the ScalingConfig"
    elif meant is not None:
        first = f"write `{meant}` in place of `{name}`: the names of resources are case-sensitive"
    else:
        first = f"take `{name}` out of `resources_per_worker`"
    return Refusal(
        title=f'No node of this cluster has the resource "{name}"',
        asked=_asked(request),
        offered=_offered(request),
        reason=(
            "Ray takes any name that it does not know for a resource of your own and waits for a node that has it; "
            "here no such node will ever come."
        ),
        mend=f"Either {first}; or start the nodes of your own cluster with that resource.",
        sketch=None
        if accelerator or meant is None
        else f"ScalingConfig(num_workers={request.workers}, resources_per_worker={{{meant!r}: {number:g}}})",
        argument="accelerator_type" if accelerator else "resources_per_worker",
    )


def no_such_label(request: WorkersRequested) -> Refusal:
    """The label selector leaves no node."""
    wanted = " and ".join(f"{name}={value}" for name, value in request.labels.items())
    labels = sorted({f"{name}={value}" for node in request.nodes for name, value in node.labels.items()})
    shown = [label for label in labels if not label.startswith("ray.io/node-id=")][:_MOST_LABELS]
    return Refusal(
        title=f"No node of this cluster has the label {wanted}",
        asked=f"{_asked(request)}, each on a node with {wanted}",
        offered=f"{_count(len(request.nodes), 'node')}, with {', '.join(shown) if shown else 'no label of its own'}",
        reason="A worker starts only on a node whose labels its `label_selector` accepts, and labels are given to a "
        "node when it is started.",
        mend="Either leave `label_selector` out of the ScalingConfig; or "
        + (f"select a label that a node has ({shown[0]})." if shown else "start nodes of your own with that label."),
        sketch=f"ScalingConfig(num_workers={request.workers})",
        argument="label_selector",
    )


def fits_on_no_node(request: WorkersRequested, nodes: Sequence[NodeOffered]) -> Refusal:
    """Each node is too small for a single worker."""
    each = request.resources_per_worker
    too_much = [
        name for name, number in each.items() if number > max(node.resources.get(name, 0.0) for node in nodes) + 1e-9
    ]
    name = too_much[0] if too_much else next(iter(each))
    largest = max(node.resources.get(name, 0.0) for node in nodes)
    return Refusal(
        title=f"One worker with {amount(name, each[name])} fits on no node: the largest has {amount(name, largest)}",
        asked=_asked(request),
        offered=_offered(request),
        reason="A worker is one process and runs on one node: what it reserves cannot be put together from several.",
        mend=(
            f"Either let each worker reserve at most {amount(name, largest)} in `resources_per_worker`, and split the "
            "work among more workers; or use nodes that are larger."
        ),
        sketch=f"ScalingConfig(num_workers={request.workers}, resources_per_worker={{{name!r}: {largest:g}}})"
        if name in ("CPU", "GPU")
        else None,
        argument="resources_per_worker",
    )


def too_many(request: WorkersRequested, each: Mapping[str, float], most: int, nodes: Sequence[NodeOffered]) -> Refusal:
    """Together the workers need more than there is, or than the placement strategy can use."""
    if request.strategy in ("STRICT_SPREAD", "STRICT_PACK"):
        reason = (
            "`STRICT_SPREAD` puts each worker on a node of its own."
            if request.strategy == "STRICT_SPREAD"
            else "`STRICT_PACK` puts all workers on one node."
        )
        second = f"leave out `placement_strategy={request.strategy!r}`"
    else:
        reason = "All workers of a run hold what they reserve at the same time."
        second = _smaller(request, each, nodes)
    return Refusal(
        title=f"{request.workers} workers with {amounts(each)} each can never start: there is room for {most}",
        asked=_asked(request),
        offered=_offered(request),
        reason=reason,
        mend=f"Either ask for {_count(most, 'worker')}, or fewer: `num_workers={most}`; or {second}.",
        sketch=f"ScalingConfig(num_workers={most})",
        argument="num_workers",
    )


def nothing_left_for_data(request: WorkersRequested, each: Mapping[str, float], free: float) -> Refusal:
    """The workers fit, and then Ray Data has no CPU to read with."""
    names = ", ".join(f'"{name}"' for name in request.datasets)
    fewer = int((request.cluster.get("CPU", 0.0) - 1) // each["CPU"])
    first = f"ask for at most {_count(fewer, 'worker')}" if fewer >= 1 else "let each worker reserve less than a CPU"
    return Refusal(
        title=f"The workers take every CPU, and none is left to read the dataset {names}",
        asked=_asked(request),
        offered=f"{_offered(request)}; {amount('CPU', free)} would be left",
        reason=(
            "Ray Data reads and transforms in tasks that reserve 1 CPU each. They wait for a worker to give its CPU "
            "back, and the workers wait for the first batch: a hang without a word."
        ),
        mend=f"Either {first}, so that a CPU stays free; or `materialize()` the dataset before `fit()`.",
        sketch=f"ScalingConfig(num_workers={fewer})" if fewer >= 1 else None,
        argument="num_workers",
    )


def _smaller(request: WorkersRequested, each: Mapping[str, float], nodes: Sequence[NodeOffered]) -> str:
    """What each worker may reserve so that all fit, as the rest of a sentence."""
    if set(each) == {"CPU"}:
        share = sum(node.resources.get("CPU", 0.0) for node in nodes) / request.workers
        candidates = [float(int(share))] if share >= 1 else [number for number in _SHARES if number <= share]
        if candidates and candidates[0] < each["CPU"]:
            return f"let each reserve less: `resources_per_worker={{'CPU': {candidates[0]:g}}}`"
    return "let each reserve less in `resources_per_worker`"


def _asked(request: WorkersRequested) -> str:
    each = request.resources_per_worker
    if request.workers == 1:
        return f"1 worker with {amounts(each)}"
    return f"{request.workers} workers with {amounts(each)} each"


def _offered(request: WorkersRequested) -> str:
    whole = amounts({name: request.cluster[name] for name in _shown(request.cluster)})
    if len(request.nodes) == 1:
        return f"1 node with {whole}"
    return f"{len(request.nodes)} nodes with {whole} in all"


def _shown(cluster: Mapping[str, float]) -> list[str]:
    """The resources that a person knows: not those that Ray gives each node for itself."""
    names = [name for name in cluster if not name.startswith("node:") and name not in ("memory", "object_store_memory")]
    return sorted(names, key=lambda name: (name not in ("CPU", "GPU", "TPU"), name))


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"

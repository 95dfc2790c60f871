"""What Ray Train's controller is about to ask Ray for, and what the cluster has in all.

Said before Ray is asked, because Ray does not refuse what no cluster of this size can give: it waits for nodes that
nobody adds. The host decides whether to wait with it (`diagnosis/impossible.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .channel import channel

MOST_NODES = 16
MOST_KEYS = 64
DATASETS_CALLBACK = "DatasetsCallback"


def announce(context: Any) -> None:
    """Say what the run of `context`, Ray's `TrainRunContext`, asks for. Runs in the controller's process."""
    import ray
    from ray.experimental.internal_kv import _internal_kv_exists

    config = context.scaling_config
    # Whatever adds nodes writes down what it sees under this key. A plain `ray.init` starts one that adds none, which
    # looks the same, and is given the benefit of the doubt.
    may_grow = bool(_internal_kv_exists(b"__autoscaling_status"))
    nodes = ray.nodes()  # type: ignore[no-untyped-call]  # Ray gives it no types
    fields = request(config, nodes, may_grow, _datasets())
    if fields is not None:
        channel().emit("workers_requested", **fields)


def request(
    config: Any, nodes: Iterable[Mapping[str, Any]], may_grow: bool, datasets: Mapping[str, Any]
) -> dict[str, Any] | None:
    """The fields of `WorkersRequested` for a `ScalingConfig` and what `ray.nodes()` and the trainer say; None where
    Ray itself settles the places (slices of TPUs) or nothing is asked for."""
    workers = config.min_workers
    if workers < 1 or getattr(config, "topology", None):
        return None
    offered: list[dict[str, dict[str, Any]]] = [
        {
            "resources": {str(name): float(amount) for name, amount in node.get("Resources", {}).items()},
            "labels": {str(name): str(value) for name, value in node.get("Labels", {}).items()},
        }
        for node in nodes
        if node.get("Alive")
    ]
    each = {str(name): float(amount) for name, amount in config._resources_per_worker_not_none.items()}
    names = {name for node in offered for name in node["resources"]}
    return {
        "workers": workers,
        "resources_per_worker": each,
        "labels": demanded(config.label_selector),
        "cluster": {name: sum(node["resources"].get(name, 0.0) for node in offered) for name in names},
        "largest_node": {name: max(node["resources"].get(name, 0.0) for node in offered) for name in names},
        "nodes": offered if len(offered) <= MOST_NODES and len(names) <= MOST_KEYS else [],
        "strategy": str(config.placement_strategy),
        "datasets": [str(name) for name, dataset in datasets.items() if needs_tasks(dataset)],
        "may_grow": may_grow,
    }


def demanded(selector: Any) -> dict[str, str]:
    """What the labels of every worker's node have to be: of a list of selectors, what all have in common."""
    if not selector:
        return {}
    selectors = selector if isinstance(selector, list) else [selector]
    common = set(selectors[0].items()).intersection(*(each.items() for each in selectors))
    return {str(name): str(value) for name, value in common}


def needs_tasks(dataset: Any) -> bool:
    """Whether Ray Data can read `dataset` only in tasks that reserve a whole CPU each; False where that is not sure.

    What is materialized is handed out by actors that reserve none. An operator that names its resources or runs in
    actors may well do with less, and what a function will make (the trainer takes those too) is not known yet.
    """
    plan = getattr(dataset, "_logical_plan", None)
    if plan is None or type(dataset).__name__ == "MaterializedDataset":
        return False
    waits, left = False, [plan.dag]
    while left:
        operator = left.pop()
        left += operator.input_dependencies
        if not any(kind.__name__ == "AbstractMap" for kind in type(operator).__mro__):
            continue
        given = dict(operator.ray_remote_args or {})
        if given.keys() & {"num_cpus", "num_gpus", "resources"} or "Actor" in type(operator.compute).__name__:
            return False
        waits = True
    return waits


def _datasets() -> Mapping[str, Any]:
    """The datasets that the trainer was given, from the controller of this process; none where Ray keeps them
    elsewhere than it did."""
    import ray

    for actor in ray._private.worker.global_worker.actors.values():
        for callback in getattr(actor, "_callbacks", ()):
            if type(callback).__name__ == DATASETS_CALLBACK:
                return dict(getattr(callback, "_datasets", {}))
    return {}

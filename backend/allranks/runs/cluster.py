"""What a run's Ray cluster will say that it has, told without starting one."""

from __future__ import annotations

import re
from pathlib import Path

from ..protocol import ClusterSize, Limits

PLAYGROUND = "this playground"


def count_gpus(devices: Path = Path("/dev")) -> int:
    """GPUs of this machine. `devices` is where NVIDIA's driver puts one node a GPU."""
    return sum(1 for node in devices.glob("nvidia*") if re.fullmatch(r"nvidia\d+", node.name))


def cluster_of(
    limits: Limits, gpus: int, name: str = PLAYGROUND, *, packages: list[str] | None = None, sealed: bool = False
) -> ClusterSize:
    """The cluster of a run with these limits: one node, whose CPUs are logical. `name` is what sentences call it.

    `packages` is what a program of one file can import. A `sealed` one has no network, and no files but its own.
    """
    resources = {"CPU": float(limits.logical_cpus), "GPU": float(gpus)}
    return ClusterSize(
        resources=resources,
        nodes=1,
        name=name,
        node=resources,
        labels={},
        packages=packages,
        network=False if sealed else None,
        files=False if sealed else None,
    )


def on_nodes(cluster: ClusterSize, nodes: int) -> ClusterSize:
    """The cluster of a run with this many Ray nodes: each has all the CPUs. For the rules it stays one node, because a
    node is to them a machine with a disk of its own, and these share one."""
    return cluster.model_copy(update={"resources": {**cluster.resources, "CPU": cluster.resources["CPU"] * nodes}})

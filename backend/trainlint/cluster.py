"""What the caller knows of the cluster that a program will run on."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Cluster:
    """Capabilities of a cluster. Where the caller knows none, rules that need them stay silent.

    `resources` are totals by Ray's names: `CPU`, `GPU`, `memory` (bytes) and custom ones.
    """

    resources: Mapping[str, float] = field(default_factory=dict)
    nodes: int = 1
    name: str = "this cluster"
    """How a sentence names it: "this playground"."""
    node: Mapping[str, float] | None = None
    """The most that one node has of each resource; None where that is not known."""
    labels: Mapping[str, Collection[str]] | None = None
    """The values that the nodes have of each label; None where they are not known."""
    packages: frozenset[str] | None = None
    """Top-level names that can be imported, those of the standard library too; None where they are not known."""
    network: bool | None = None
    """Whether a program reaches other machines."""
    files: bool | None = None
    """Whether a program may find files there that it did not write and that are no part of the system."""

    @property
    def cpus(self) -> float:
        return self.resources.get("CPU", 0.0)

    @property
    def gpus(self) -> float:
        return self.resources.get("GPU", 0.0)

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Cluster:
        """From plain values, as JSON brings them: `{"resources": {"CPU": 16}, "nodes": 1, "name": "…"}`.

        Raises TypeError or ValueError for what is not a number."""
        resources = {str(name): float(amount) for name, amount in dict(values.get("resources", {})).items()}
        node, labels, packages = values.get("node"), values.get("labels"), values.get("packages")
        return cls(
            resources,
            int(values.get("nodes", 1)),
            str(values.get("name", "this cluster")),
            node=None if node is None else {str(name): float(amount) for name, amount in dict(node).items()},
            labels=None if labels is None else {str(name): frozenset(had) for name, had in dict(labels).items()},
            packages=None if packages is None else frozenset(map(str, packages)),
            network=values.get("network"),
            files=values.get("files"),
        )

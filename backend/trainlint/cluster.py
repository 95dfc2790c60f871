"""What the caller knows of the cluster that a program will run on."""

from __future__ import annotations

from collections.abc import Mapping
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
        return cls(resources, int(values.get("nodes", 1)), str(values.get("name", "this cluster")))

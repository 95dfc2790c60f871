"""The life of a run: queue, permit, deadline, records, diagnosis, verdict."""

from .cluster import cluster_of, count_gpus
from .controller import RunController
from .packages import importable
from .queue import QueueFull
from .versions import installed_version

__all__ = ["QueueFull", "RunController", "cluster_of", "count_gpus", "importable", "installed_version"]

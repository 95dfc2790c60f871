"""The life of a run: queue, permit, deadline, records, diagnosis, verdict."""

from .controller import RunController
from .queue import QueueFull
from .versions import installed_version

__all__ = ["QueueFull", "RunController", "installed_version"]

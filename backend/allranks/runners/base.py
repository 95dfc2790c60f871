"""The seam between a run and whatever executes it: one method and a close."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import AsyncGenerator

from ..protocol import BadInput, Event, Fault, Job, SandboxLevel


class Runner(ABC):
    """Executes jobs. The warm sandbox pool, an existing Ray cluster and a recorded run are all this."""

    name: str
    isolation: str
    """One plain sentence: what holds a program here, and what does not."""
    level: SandboxLevel = "D"
    missing: str = ""
    """What this machine lacks for a better level, and how to mend it."""

    @property
    def sandboxed(self) -> bool:
        """True when a program can reach neither the network nor the server's files."""
        return self.level != "D"

    @property
    def failing(self) -> str | None:
        """Why no new job is executed at the moment, or None."""
        return None

    @property
    def ready(self) -> int:
        """Jobs that would start at once."""
        return 0

    @abstractmethod
    def execute(self, job: Job) -> AsyncGenerator[Event, None]:
        """Run `job` and yield what happens, the moment it happens.

        The last event is always a `RunFinished`; it is yielded only when no process of the job is left. Closing the
        generator early (`aclose()`, or cancelling the task that reads it) kills the job: when `aclose()` returns, no
        process of it is left and no `RunFinished` was yielded. A `RunFinished` with `end="runner_failed"` says that
        the runner itself could not do it. Nothing else is raised.
        """

    async def inflict(self, run_id: str, fault: Fault) -> None:
        """Bring `fault` about in a job that runs now; `FaultInjected` or `FaultFailed` among its events says what came
        of it. Raises `BadInput` when nothing can be done here or no such job runs."""
        raise BadInput(
            f"a fault for a run of the runner {self.name!r}", "a runner that can bring faults about", "leave it out"
        )

    async def open(self) -> None:  # noqa: B027  # most runners have nothing to get ready
        """Get ready whatever makes later jobs start sooner. Returns at once."""

    async def close(self) -> None:  # noqa: B027  # most runners keep nothing, so doing nothing is right
        """Let go of everything the runner keeps between jobs. Running jobs must have been closed before."""

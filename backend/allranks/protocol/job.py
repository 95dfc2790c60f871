"""What a runner is handed, and the limits it must hold."""

from __future__ import annotations

from pydantic import Field

from .faults import PlannedFault
from .message import Message
from .repeat import Variation


class Limits(Message):
    """Bounds of one run. Sizes in bytes, times in seconds."""

    run_seconds: float = 300.0
    """From the moment the program starts, its Ray start-up not counted against the learner's patience but included."""
    pause_seconds: float = 5.0
    """How long a rank may make no progress before it is looked for the reason. Ends nothing."""
    idle_seconds: float = 120.0
    """How long nothing may go on where the reason is one that does not go away by itself."""
    output_bytes: int = 8 * 2**20
    """All log text of a run; what comes after is cut and said."""
    events: int = 200_000
    """Events a run may record."""
    event_bytes: int = 64 * 2**10
    """One event on the sandbox's channel."""
    events_per_second: float = 2_000.0
    """What a run may say for long. Four ranks that report 40 times a second are far below."""
    event_burst: int = 20_000
    """What it may say at once. Each started KiB of an event past the first counts as one more."""
    source_bytes: int = 256 * 2**10
    address_space_bytes: int | None = None
    """None leaves it alone: Ray and torch map far more than they use."""
    file_bytes: int = 512 * 2**20
    open_files: int = 4096
    memory_bytes: int = 3 * 2**29
    """Everything that a run's processes hold, its files in memory included: 1.5 GiB. Held where there are cgroups."""
    processes: int = 900
    """Processes and threads. An idle private Ray has about 120, four ranks about 350."""
    cpus: float = 2.0
    """Real CPU time a second, in cores. Held where there are cgroups."""
    shm_bytes: int = 128 * 2**20
    """The shared memory, where Ray's object store lies. Held, like the next two, in a sandbox with files of its own."""
    home_bytes: int = 64 * 2**20
    """The folder that a program starts in."""
    temporary_bytes: int = 256 * 2**20
    """Its temporary files, Ray's session and the checkpoints among them."""
    logical_cpus: int = 16
    """What the private Ray cluster believes it has, so that four ranks fit on a small machine."""


SECOND_NODE = "127.0.0.3"
"""Where the second Ray node of a run listens. The first, where the program itself is, listens on 127.0.0.2."""


class Job(Message):
    """One program to run. `file_name` is what tracebacks show (`train01.py`)."""

    run_id: str
    file_name: str
    source: str
    limits: Limits
    nodes: int = Field(default=1, ge=1, le=2)
    """Ray nodes of the run's cluster, each with all of its logical CPUs."""
    faults: list[PlannedFault] = Field(default_factory=list)
    """Ranges are drawn already. The runner draws a rank that is None, outside the sandbox, once it knows how many there
    are."""
    rerun: str | None = None
    """A program of the exercise's author that is given the newest checkpoint when this one has ended, apart from it."""
    variation: Variation | None = None
    """What takes the place of the program's own world size and configuration; None in an ordinary run."""

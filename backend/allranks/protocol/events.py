"""The events of a run, in the past tense. A run *is* the ordered list of them.

Absence means something: a rank without `MetricsReported` never called `train.report`; a run without `ProblemsFound` had
a file in which the linter found nothing, one without `WorkerGroupStarted` never got its workers; an attempt without
`WorkerGroupEnded` is still running or its sandbox died.
`RunFinished` is always there at the end of a run, and after it only `Diagnosed` and `Graded` may follow, then nothing.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from .diagnosis import Diagnosis
from .faults import FaultFailed, FaultInjected
from .findings import ProblemsFound
from .message import Message, Metrics
from .observations import (
    CheckpointLoaded,
    CheckpointReloaded,
    CheckpointsFound,
    CheckpointUploaded,
    RowsRead,
    StepsObserved,
    TrainingBegan,
)
from .progress import (
    ActivitiesTimed,
    CommunicatorMismatched,
    ProgressResumed,
    ProgressStopped,
    RankSampled,
    TimeSpent,
    WorkersRequested,
)
from .repeat import RunRepeated
from .source import Frame
from .verdict import Verdict

Phase = Literal["queued", "cluster", "program", "workers", "process_group", "training", "finishing", "apart"]
"""`cluster`: Ray starts. `program`: the learner's file runs up to `fit()`. `workers`: Ray places and starts one process
a rank. `process_group`: the ranks find each other. `training`: their loop runs. `finishing`: the run is torn down.
`apart`: no process of it is left, and the host tries out what it left or does (`CheckpointReloaded`, `RunRepeated`)."""

End = Literal[
    "completed",
    "program_failed",
    "impossible_request",
    "cancelled",
    "time_limit",
    "idle_limit",
    "output_limit",
    "out_of_memory",
    "too_many_processes",
    "harness_lost",
    "runner_failed",
    "server_stopped",
]
"""`program_failed`: the learner's program raised or exited non-zero. `impossible_request`: it asked Ray for workers
that its cluster can never start, and was stopped before it waited for them. `idle_limit`: nothing went on for too long,
for a reason (`ProgressStopped`) that does not go away. `harness_lost`: its process died without a word (a signal).
`out_of_memory` and `too_many_processes`: it failed and the kernel counted why. `runner_failed`: our fault, before any
learner code ran."""


class RunQueued(Message):
    """The run was accepted. `ahead` runs go first. The source is kept so that a run can be read and replayed alone."""

    kind: Literal["run_queued"] = "run_queued"
    exercise_id: str | None
    file_name: str
    source: str
    ahead: int


class QueueMoved(Message):
    """A run before this one ended or was taken back: `ahead` runs still go first."""

    kind: Literal["queue_moved"] = "queue_moved"
    ahead: int


class RunStarted(Message):
    """A permit was given and the runner begins. `isolation` is one plain sentence about what holds the code."""

    kind: Literal["run_started"] = "run_started"
    runner: str
    isolation: str
    ray_version: str
    torch_version: str
    seconds_allowed: float


class PhaseChanged(Message):
    """The run entered `phase`. How long one lasted is the distance to the next event of this kind or the end."""

    kind: Literal["phase_changed"] = "phase_changed"
    phase: Phase


class RankFacts(Message):
    """One rank of a worker group as Ray Train set it up: what torchrun users know as the environment."""

    rank: int
    local_rank: int
    node_rank: int
    world_size: int
    local_world_size: int
    node_ip: str
    pid: int
    device: str
    backend: str
    """The process group's backend (`gloo`, `nccl`), or `none` where there is no process group."""
    master_addr: str
    master_port: str


class WorkerGroupStarted(Message):
    """All ranks of an attempt are up. `attempt` counts from 1 and goes up with each restart."""

    kind: Literal["worker_group_started"] = "worker_group_started"
    attempt: int
    ranks: list[RankFacts]


class WorkerGroupEnded(Message):
    """The attempt's worker group was shut down, in whatever way."""

    kind: Literal["worker_group_ended"] = "worker_group_ended"
    attempt: int


class ModelPrepared(Message):
    """A rank called `prepare_model`. `wrapper` is the class that came back (`DistributedDataParallel`), or the model's
    own class when Ray had nothing to wrap (one rank)."""

    kind: Literal["model_prepared"] = "model_prepared"
    attempt: int
    rank: int
    wrapper: str
    parameters: int
    """Number of scalar parameters."""


class MetricsReported(Message):
    """One rank called `train.report`. Written the moment the call began, before Ray's barrier.

    `index` counts the rank's reports in this attempt from 0. `reported_at` is the rank's own clock in unix seconds; the
    record's `time` is the host's. `other_types` has what came as neither a number nor a text, by its name in the
    report, and the type of each (`list`, `dict`, `method`); `metrics` has its parts, or its text.
    """

    kind: Literal["metrics_reported"] = "metrics_reported"
    attempt: int
    rank: int
    index: int
    metrics: Metrics
    with_checkpoint: bool
    reported_at: float
    other_types: dict[str, str] = Field(default_factory=dict)


class CheckpointSaved(Message):
    """All ranks reported and Ray committed a checkpoint. `index` is the report's; `metrics` are those Ray keeps with it
    (rank 0's) and what `Result.metrics` will be if it stays the latest."""

    kind: Literal["checkpoint_saved"] = "checkpoint_saved"
    attempt: int
    index: int
    name: str
    metrics: Metrics


class LogWritten(Message):
    """Text that somebody wrote. `rank` is None for the driver.

    `origin`: `program` is the learner's own output, `ray` is Ray's and torch's chatter, `playground` is us saying what
    was changed or cut. `text` may hold several lines and ends where the writer flushed.
    """

    kind: Literal["log_written"] = "log_written"
    attempt: int | None
    rank: int | None
    stream: Literal["stdout", "stderr"]
    origin: Literal["program", "ray", "playground"]
    text: str


class WorkerFailed(Message):
    """A rank's loop raised, or its process died. The learner's own frame comes first in `frames`."""

    kind: Literal["worker_failed"] = "worker_failed"
    attempt: int
    rank: int
    error_type: str
    message: str
    frames: list[Frame]
    traceback: str


class ProgramFailed(Message):
    """The driver's program ended with an exception (the file itself, outside the loop, or `fit()` passing one on)."""

    kind: Literal["program_failed"] = "program_failed"
    error_type: str
    message: str
    frames: list[Frame]
    traceback: str


class EventsDropped(Message):
    """The host refused some of what came out of the sandbox: `count` since the last such event, and why."""

    kind: Literal["events_dropped"] = "events_dropped"
    count: int
    reason: str


class RunFinished(Message):
    """The run is over and none of its processes is left. `sentence` says how it ended, with the limit where one hit."""

    kind: Literal["run_finished"] = "run_finished"
    end: End
    sentence: str
    exit_code: int | None


class Diagnosed(Message):
    """A cause was found."""

    kind: Literal["diagnosed"] = "diagnosed"
    diagnosis: Diagnosis


class Graded(Message):
    """The exercise's checks were applied to the recorded events."""

    kind: Literal["graded"] = "graded"
    verdict: Verdict


Event = Annotated[
    RunQueued
    | ProblemsFound
    | QueueMoved
    | RunStarted
    | PhaseChanged
    | WorkersRequested
    | WorkerGroupStarted
    | WorkerGroupEnded
    | ModelPrepared
    | MetricsReported
    | RowsRead
    | StepsObserved
    | TrainingBegan
    | TimeSpent
    | ActivitiesTimed
    | RankSampled
    | CommunicatorMismatched
    | ProgressStopped
    | ProgressResumed
    | CheckpointLoaded
    | CheckpointUploaded
    | CheckpointSaved
    | CheckpointsFound
    | CheckpointReloaded
    | RunRepeated
    | FaultInjected
    | FaultFailed
    | LogWritten
    | WorkerFailed
    | ProgramFailed
    | EventsDropped
    | RunFinished
    | Diagnosed
    | Graded,
    Field(discriminator="kind"),
]
"""Any event. Add one here and every `switch` in the page stops compiling until it has a place there."""


class Record(Message):
    """An event as stored: `seq` counts a run's events from 1 without a gap, `time` is the host's unix seconds."""

    run_id: str
    seq: int
    time: float
    event: Event

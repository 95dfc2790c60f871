"""What each rank does at a moment, where its time went, and what is said when nothing goes on any more.

All that is said of a rank is said by a thread in the process that runs the learner's code, and can be forged by it.
`ProgressStopped` and `ProgressResumed` are the host's own.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from .diagnosis import Diagnosis
from .message import Message
from .source import Frame

Activity = Literal[
    "starting",
    "process_group",
    "loop",
    "data",
    "forward",
    "backward",
    "collective",
    "serialise",
    "report",
    "checkpoint",
    "returned",
    "raised",
]
"""What a rank's main thread is in. `process_group`: the ranks find each other. `loop`: the learner's own lines.
`data`: it waits for a batch. `collective`: a call that needs the other ranks, of torch.distributed or
`ray.train.collective`. `serialise`: in `torch.save`. `report`: inside `train.report`, where Ray waits for all ranks,
but for `checkpoint`: the upload within it. `backward` has DDP's gradient all-reduce in it. `returned` and `raised`:
its loop is over."""

Seconds = Annotated[float, Field(ge=0, allow_inf_nan=False)]


def _at_most_100(percent: float) -> float:
    """Clamped, not refused: logs were kept without a limit."""
    return min(percent, 100.0)


class Collective(Message):
    """A call that needs other ranks. `sequence` counts this rank's collectives of the attempt from 1 in the order in
    which they began, DDP's gradient buckets not counted; ranks of one program that agree on it should be in the same
    call."""

    name: str
    """`all_reduce`, `barrier`, `ray.train.collective.barrier`, ... as in the source."""
    sequence: int = Field(ge=1)
    shape: str
    """Of this rank's tensor, with its dtype (`float32[10, 4]`); empty where there is none."""
    group: str
    """Names the process group where it is not that of all ranks; else empty."""
    counted: bool = True
    """False: a wrapped model made it, in C++, or it is between two ranks. Then `sequence` is that of the next one that
    is counted."""
    root: int | None = Field(default=None, ge=0)
    """The global rank that sends to all or gets from all, as this rank has it: `src` of a broadcast, `dst` of a gather;
    of `send` and `recv` the other rank. None where there is none, or it is not known."""


class PassRaised(Message):
    """Forward and backward passes of a rank that ended in an exception. Where its loop goes on, the program caught it.
    What is told but for `count` and `seconds_ago` is of the first."""

    count: int = Field(ge=1)
    """In this attempt."""
    seconds_ago: Seconds
    """The last of them."""
    activity: Activity
    """`forward` or `backward`."""
    error_type: str
    message: str
    where: Frame | None
    """The line of the learner's file that called it."""


class RankSampled(Message):
    """A rank's own account of the moment, by a thread beside its main one, about once a second. Where it stays away
    while the process lives, no Python runs in that process at all: something holds its interpreter lock.
    """

    kind: Literal["rank_sampled"] = "rank_sampled"
    attempt: int
    rank: int
    activity: Activity
    seconds: Seconds
    """Since this activity began."""
    idle_seconds: Seconds
    """Since the last sign of progress: a batch, a step, a collective, a report or a change of activity that ended."""
    where: Frame | None
    """The innermost frame of the main thread in the learner's file."""
    stack: list[Frame]
    """Of the main thread, innermost first, cut to a few. Only in a sample whose rank made no progress since the one
    before."""
    collective: Collective | None
    """The one that it is in; of one that it left, nothing is said. Also one that torch's flight recorder tells of,
    which it has waited for since the last sample: one of DDP's in `forward` or `backward`, and on a GPU, where a call
    returns before its work is done, the oldest that is not done, whatever the rank is in."""
    collectives: int = Field(ge=0)
    """That it has begun in this attempt."""
    reports: int = Field(ge=0)
    """That it has begun in this attempt."""
    batches: int = Field(ge=0)
    """That it took, of whatever dataset."""
    steps: int = Field(ge=0)
    """Optimizer steps."""
    cpu_percent: Annotated[float, Field(ge=0, allow_inf_nan=False)]
    """Of one core, since the last sample, all threads of the process."""
    starved_percent: Annotated[float, Field(ge=0, le=100, allow_inf_nan=False)] = 0.0
    """Of the time since the last sample, in which the main thread was ready to run and the machine ran others."""
    rss_bytes: int = Field(ge=0)
    raised: PassRaised | None = None
    """Passes that raised so far; None while there is none."""
    gpu_memory_bytes: Annotated[int, Field(ge=0)] | None = None
    """That torch holds on this process's GPUs; None where it uses none."""
    gpu_memory_total_bytes: Annotated[int, Field(ge=0)] | None = None
    """All memory of the GPUs on which it holds some."""
    gpu_percent: Annotated[float, Field(ge=0, allow_inf_nan=False), AfterValidator(_at_most_100)] | None = None
    """How busy the GPU is that it uses most, by whomever; None where that is not known."""


class TimeSpent(Message):
    """Where a rank's main thread spent its time since its previous report, or since its loop began. Comes before the
    `MetricsReported` of report `index`; the time inside that report is in the next one, the last has none."""

    kind: Literal["time_spent"] = "time_spent"
    attempt: int
    rank: int
    index: int
    seconds: dict[Activity, Seconds]
    """Without those in which no time was spent."""


SLICES_IN_A_PIECE = 200
"""The most slices in one `ActivitiesTimed`."""


class ActivitiesTimed(Message):
    """What a rank's main thread was in, one slice of time after the other without a gap: a piece of its lane.

    A slice is the seconds of each activity in it, and lasts as long as their sum. What lasted for long has a slice of
    its own; what changed faster than can be drawn is told together, and its order is not. Slices grow with the run
    (5 ms at its begin, 0.1 % of the time so far later), so that a long run has not many more than a short one. A rank
    that was killed has told nothing of its last moments.
    """

    kind: Literal["activities_timed"] = "activities_timed"
    attempt: int
    rank: int
    began: float
    """Of the first slice, in unix seconds by the rank's own clock. The host moves a piece that would end in the
    future."""
    slices: list[dict[Activity, Seconds]]


class CommunicatorRank(Message):
    """How many collectives of each kind a rank has begun in a communicator, as NCCL counts them (`AllReduce`, ...)."""

    rank: int = Field(ge=0)
    operations: dict[str, Annotated[int, Field(ge=0)]]


class CommunicatorMismatched(Message):
    """NCCL's own monitoring says that in this communicator ranks have begun different numbers of collectives, or do not
    answer, and that nothing has moved there since. Said again at each look as long as it is so; of NCCL alone, and
    where its `ncclras` is installed.

    It is what Ray Train's hang detector finds, and no proof of a hang: a rank may be late.
    """

    kind: Literal["communicator_mismatched"] = "communicator_mismatched"
    attempt: int
    communicator: str
    """NCCL's hash of it."""
    size: int = Field(ge=0)
    seconds: Seconds
    """For which nothing has moved, so far as it was looked at."""
    ranks: list[CommunicatorRank]
    """The ones that answer, those behind first; of many, some."""
    silent: list[Annotated[int, Field(ge=0)]]
    """The ones that do not."""


class NodeOffered(Message):
    """A live Ray node: all that it has, taken or not, and the labels that it carries."""

    resources: dict[str, Annotated[float, Field(ge=0, allow_inf_nan=False)]]
    labels: dict[str, str]


class WorkersRequested(Message):
    """Ray Train's controller is about to ask Ray for its workers, and the cluster has this much in all, taken or not.

    `labels` is what `ScalingConfig(label_selector=...)` demands of the node of each worker, or empty.
    """

    kind: Literal["workers_requested"] = "workers_requested"
    workers: int
    """Of a range of workers the smaller end: with so many Ray Train begins."""
    resources_per_worker: dict[str, Annotated[float, Field(ge=0, allow_inf_nan=False)]]
    labels: dict[str, str]
    cluster: dict[str, Annotated[float, Field(ge=0, allow_inf_nan=False)]]
    largest_node: dict[str, Annotated[float, Field(ge=0, allow_inf_nan=False)]]
    """The most of each resource that a single node has: a worker has to fit on one."""
    nodes: list[NodeOffered] = Field(default_factory=list)
    """One by one; empty where they could not be told."""
    strategy: str = "PACK"
    """How Ray places the workers: `STRICT_PACK` on one node, `STRICT_SPREAD` on a node each, else where they fit."""
    datasets: list[str] = Field(default_factory=list)
    """Names of the trainer's datasets that Ray Data can only read in tasks that reserve a whole CPU."""
    may_grow: bool = False
    """Whether something may add nodes to the cluster: then nothing is impossible."""


class ProgressStopped(Message):
    """Some rank has made no progress for longer than this run's steps take, and this is why. Nothing is stopped: the
    run may go on by itself. Written again when the explanation changes."""

    kind: Literal["progress_stopped"] = "progress_stopped"
    attempt: int
    since: float
    """The host's unix seconds of the last progress."""
    ranks: list[int]
    """Those that wait or that others wait for."""
    hang: bool
    """False: slow, and likely to go on. True: it cannot go on by itself, as far as can be told."""
    diagnosis: Diagnosis


class ProgressResumed(Message):
    """All ranks go on again after a `ProgressStopped`."""

    kind: Literal["progress_resumed"] = "progress_resumed"
    attempt: int
    seconds: Seconds
    """How long it was."""

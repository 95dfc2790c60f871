"""What is seen of a run's data, steps and checkpoints, without a word in the learner's file.

What the observer in each rank says is said by a process that runs the learner's code, and can be forged by it. The last
two kinds are the host's own.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from .message import Message, Metrics

ROWS_IN_A_PIECE = 200
"""The most row ids in one `RowsRead`."""


class RowsRead(Message):
    """A rank's loop took batches of a dataset: a piece of what it read, in the order of reading.

    `rows` are ids: of Ray Data the batch's column `id`, of a torch `DataLoader` the indices that its sampler drew. A
    dataset without ids has empty `rows` and still counts `batches`. `epoch` counts the passes that this rank has begun
    over this dataset in this attempt, from 0; `ended` says that the pass was read to its end with this piece.
    """

    kind: Literal["rows_read"] = "rows_read"
    attempt: int
    rank: int
    dataset: str
    """The name given to `get_dataset_shard`, or `DataLoader 1` for the first one that was prepared."""
    source: Literal["ray_data", "torch"]
    epoch: int = Field(ge=0)
    rows: list[int]
    batches: int = Field(ge=0)
    """Batches that this piece came in."""
    ended: bool


class StepsObserved(Message):
    """What a rank's training had come to when it made report `index`; comes before that report's `MetricsReported`.

    Hashes are 16 hexadecimal digits over the exact bytes, so that equal means bit for bit; empty where there was
    nothing to hash or too much. Sums are over the time since the previous report of this attempt.
    """

    kind: Literal["steps_observed"] = "steps_observed"
    attempt: int
    rank: int
    index: int
    steps: int
    """Optimizer steps."""
    parameters_hash: str
    """Of the model last prepared, or of the parameters that the optimizer last stepped."""
    parameters_norm: float
    gradients_norm: float | None
    """Of the gradients at the last optimizer step."""
    history_hash: str
    """Over the parameters after *each* optimizer step of this attempt so far; of big ones a part each, in turn."""
    optimizer_hash: str
    """Over the optimizer's state (momentum and the like) after its last step."""
    losses: int
    """Calls of `backward` on a scalar."""
    local_loss: float | None
    """The mean of those scalars on this rank."""
    all_reduces: int
    """Gradient buckets that DDP reduced, and calls of `torch.distributed.all_reduce`."""
    all_reduce_bytes: int
    all_reduce_milliseconds: float


class TrainingBegan(Message):
    """A rank is about to make its first optimizer step in this attempt: what it begins from. Hashes as above."""

    kind: Literal["training_began"] = "training_began"
    attempt: int
    rank: int
    parameters_hash: str
    optimizer_hash: str


class CheckpointFile(Message):
    """One file below a checkpoint's folder. `size` in bytes."""

    name: str
    size: int


class CheckpointUploaded(Message):
    """A rank handed its part of a checkpoint to storage with report `index`. At most 50 of its files are named."""

    kind: Literal["checkpoint_uploaded"] = "checkpoint_uploaded"
    attempt: int
    rank: int
    index: int
    files: list[CheckpointFile]
    seconds: float


class CheckpointLoaded(Message):
    """A rank asked `get_checkpoint` for the first time in this attempt; `name` is None when there was none."""

    kind: Literal["checkpoint_loaded"] = "checkpoint_loaded"
    attempt: int
    rank: int
    name: str | None


class StoredCheckpoint(Message):
    """A checkpoint's folder as the host found it."""

    name: str
    files: list[CheckpointFile]
    downloadable: bool = False
    """Whether the server has kept its files: `GET /api/runs/RUN/checkpoints/NAME.zip`, for as long as it has room."""


class CheckpointsFound(Message):
    """The checkpoints that lay in the run's storage when the program had ended, as the host itself saw them. Written
    once, and only for a run that saved any. `refused` says what was not looked at."""

    kind: Literal["checkpoints_found"] = "checkpoints_found"
    checkpoints: list[StoredCheckpoint]
    refused: list[str]
    not_downloadable: str = ""
    """Why files of some of them were not kept, in a few words; empty where all were."""


class CheckpointReloaded(Message):
    """The host gave the newest checkpoint that was kept to the exercise's own program, in a fresh sandbox in which none
    of the learner's code ever ran. Written once, by the host alone, and only where the exercise has such a program, the
    learner's ran to its end, and a checkpoint that it saved lay in storage.

    `loaded`: that program told `numbers`, and `sentence` is empty. `refused`: it could make nothing of the files, and
    `sentence` says why. `not_tried`: the host could not do it, and `sentence` says why.
    """

    kind: Literal["checkpoint_reloaded"] = "checkpoint_reloaded"
    name: str
    outcome: Literal["loaded", "refused", "not_tried"]
    numbers: Metrics
    sentence: str

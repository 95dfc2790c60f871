"""Runs in which ranks were killed and came back, told in a few words."""

from __future__ import annotations

from collections.abc import Sequence

from allranks.protocol import (
    CheckpointFile,
    CheckpointLoaded,
    CheckpointSaved,
    CheckpointsFound,
    FaultFailed,
    FaultInjected,
    StepsObserved,
    StoredCheckpoint,
    TrainingBegan,
    metric,
)
from stories import Story

RANKS = (0, 1)
LOSSES = [8.0 * 0.6**epoch for epoch in range(20)]


class Recovery(Story):
    """Two ranks; after `epoch` N their weights hash to `wN` and their optimizer's state to `oN`."""

    def attempt_from(
        self,
        checkpoint: int | None,
        first: int | None = None,
        *,
        loads: Sequence[int] = RANKS,
        weights: str | None = None,
        optimizer: str | None = None,
        optimizer_on: Sequence[int] = RANKS,
    ) -> Recovery:
        """A new attempt whose ranks ask for a checkpoint and get the one of epoch `checkpoint`, and begin epoch
        `first`."""
        self.group(2)
        self.next = first if first is not None else 0 if checkpoint is None else checkpoint + 1
        for rank in loads:
            name = None if checkpoint is None else f"checkpoint_{checkpoint}"
            self.events.append(CheckpointLoaded(attempt=self.attempt, rank=rank, name=name))
        for rank in RANKS:
            fresh = "" if checkpoint is None or rank not in optimizer_on else f"o{checkpoint}"
            self.events.append(
                TrainingBegan(
                    attempt=self.attempt,
                    rank=rank,
                    parameters_hash=weights or ("w" if checkpoint is None else f"w{checkpoint}"),
                    optimizer_hash=fresh if optimizer is None else optimizer,
                )
            )
        self.index = 0
        return self

    def trains(self, count: int, *, losses: Sequence[float] = LOSSES, saves: bool = True) -> Recovery:
        """So many epochs, each with a report of both ranks and, if it `saves`, a checkpoint."""
        for _ in range(count):
            epoch = self.next
            for rank in RANKS:
                self.events.append(
                    StepsObserved(
                        attempt=self.attempt,
                        rank=rank,
                        index=self.index,
                        steps=10,
                        parameters_hash=f"w{epoch}",
                        parameters_norm=1.0,
                        gradients_norm=1.0,
                        history_hash="h",
                        optimizer_hash=f"o{epoch}",
                        losses=10,
                        local_loss=1.0,
                        all_reduces=10,
                        all_reduce_bytes=200,
                        all_reduce_milliseconds=1.0,
                    )
                )
            self.report(RANKS, loss=losses[epoch], epoch=epoch)
            if saves:
                metrics = {"loss": metric(losses[epoch]), "epoch": epoch}
                name = f"checkpoint_{epoch}"
                self.events.append(CheckpointSaved(attempt=self.attempt, index=self.index, name=name, metrics=metrics))
            self.index += 1
            self.next += 1
        return self

    def killed(self, rank: int = 1) -> Recovery:
        self.events.append(
            FaultInjected(attempt=self.attempt, rank=rank, action="kill", by="plan", reports=self.index, seconds=0.0)
        )
        self.rank_raised(rank, "WorkerHealthCheckFailedError")
        self.group_ended()
        return self

    def not_killed(self, reason: str) -> Recovery:
        self.events.append(FaultFailed(rank=1, action="kill", by="plan", reason=reason))
        return self

    def found(self, *epochs: int, size: int = 100, refused: Sequence[str] = ()) -> Recovery:
        """The host looked at the storage and saw the checkpoints of these epochs."""
        checkpoints = [
            StoredCheckpoint(name=f"checkpoint_{epoch}", files=[CheckpointFile(name="state.pt", size=size)])
            for epoch in epochs
        ]
        self.events.append(CheckpointsFound(checkpoints=checkpoints, refused=list(refused)))
        return self


def recovered() -> Recovery:
    """Killed twice, back twice, and at the end: what the solution of train04 shows. Not ended yet."""
    story = Recovery().attempt_from(None).trains(3).killed(1).attempt_from(2).trains(2).killed(0)
    story.attempt_from(4).trains(3).group_ended()
    return story.found(6, 7)

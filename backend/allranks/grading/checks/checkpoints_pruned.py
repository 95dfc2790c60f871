"""Old checkpoints were removed from storage."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed

from ...protocol import Basis, CheckpointSaved, CheckpointsFound, Sight, StoredCheckpoint


class CheckpointsPruned(Check):
    """Passes when, after the program had ended, at most `keep` of the checkpoints that it committed lay in storage, the
    latest among them, each with at least one file that is not empty.

    What lay there the host has seen itself. A folder that a dying rank left half written is no checkpoint.
    """

    basis: ClassVar[Basis] = "observed"
    keep: Annotated[int, Field(ge=1)]

    @property
    def about(self) -> tuple[str, ...]:
        return ("ray.train.CheckpointConfig", "ray.train.RunConfig", "ray.train.torch.TorchTrainer")

    def judge(self, observed: Observed) -> Judgement:
        return self._judge(observed).seen_in(Sight(panel="checkpoints"))

    def _judge(self, observed: Observed) -> Judgement:
        saved = [event.name for event in observed.of(CheckpointSaved, every_attempt=True)]
        if not saved:
            return self.unseen(observed, "No checkpoint was saved.", [])
        found = observed.of(CheckpointsFound)
        if not found:
            return Judgement("not_judged", "Not judged, because the storage was not looked at.", [])
        lying = [checkpoint for checkpoint in found[-1].checkpoints if checkpoint.name in saved]
        evidence = [_line(checkpoint) for checkpoint in lying[:20]] + found[-1].refused[:5]
        if len(lying) > self.keep:
            return Judgement(
                "failed",
                f"{len(lying)} checkpoints lay in storage at the end; expected were {self.keep} at most.",
                evidence,
            )
        if found[-1].refused and saved[-1] not in {checkpoint.name for checkpoint in lying}:
            return Judgement("not_judged", "Not judged, because the storage could not be looked at.", evidence)
        if saved[-1] not in {checkpoint.name for checkpoint in lying}:
            return Judgement("failed", "The latest checkpoint was not in storage at the end.", evidence)
        for checkpoint in lying:
            if not any(file.size for file in checkpoint.files):
                return Judgement("failed", f"The checkpoint {checkpoint.name} holds nothing.", evidence)
        if len(set(saved)) <= self.keep:
            return self.unseen(observed, f"Only {len(set(saved))} were saved, so none had to be removed.", evidence)
        return Judgement("passed", f"Of {len(saved)} checkpoints {len(lying)} were kept.", evidence)


def _line(checkpoint: StoredCheckpoint) -> str:
    files = ", ".join(f"{file.name} {file.size:,} bytes" for file in checkpoint.files[:4]) or "no file"
    more = f" and {len(checkpoint.files) - 4} more" if len(checkpoint.files) > 4 else ""
    return f"{checkpoint.name}: {files}{more}"

"""Model and optimizer came back from the checkpoint, bit for bit."""

from __future__ import annotations

from typing import ClassVar

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed
from allranks.grading.recovery import Restart, judge_restarts


class StateRestored(Check):
    """Passes when in each attempt after the first every rank had, right before its first optimizer step, the same
    weights and the same optimizer state as at the report that made the latest checkpoint."""

    rules: ClassVar[tuple[str, ...]] = ("RTL306", "RTL305", "RTL322", "RTL304")

    @property
    def about(self) -> tuple[str, ...]:
        return ("torch.load", "ray.train.get_checkpoint")

    def judge(self, observed: Observed) -> Judgement:
        return judge_restarts(
            self,
            observed,
            self._problem,
            self._line,
            "Model and optimizer came back bit for bit on every rank, in each further attempt.",
        )

    def _problem(self, restart: Restart) -> str | None:
        if restart.saved is None:
            return f"Attempt {restart.attempt} had no checkpoint to restore anything from."
        for rank in restart.ranks:
            began, saved = restart.began.get(rank), restart.steps_at_save.get(rank)
            if began is None:
                if restart.ended:
                    continue
                return f"Rank {rank} made no optimizer step in attempt {restart.attempt}."
            if saved is None or not saved.parameters_hash:
                return f"What rank {rank} had when the latest checkpoint was saved could not be observed."
            lost = [
                what
                for what, now, then in (
                    ("model", began.parameters_hash, saved.parameters_hash),
                    ("optimizer's state", began.optimizer_hash, saved.optimizer_hash),
                )
                if now != then
            ]
            if lost:
                return (
                    f"In attempt {restart.attempt} rank {rank} began without what it had at the checkpoint: "
                    f"the {' and the '.join(lost)} did not come back."
                )
        return None

    def _line(self, restart: Restart, rank: int) -> str:
        began, saved = restart.began.get(rank), restart.steps_at_save.get(rank)
        now = f"{began.parameters_hash or 'none'} / {began.optimizer_hash or 'none'}" if began else "not seen"
        then = f"{saved.parameters_hash or 'none'} / {saved.optimizer_hash or 'none'}" if saved else "not seen"
        return f"attempt {restart.attempt}, rank {rank}: weights / optimizer {now}, at the checkpoint {then}"

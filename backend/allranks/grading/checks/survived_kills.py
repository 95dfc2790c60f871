"""Ranks were killed, and the training ran to its end all the same."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed

from ...protocol import Basis, FaultFailed, FaultInjected, Sight, WorkerGroupStarted

NOT_DUE = "the run ended before it was due"


KILLS = ("kill", "kill_node")


class SurvivedKills(Check):
    """Passes when `kills` planned kills hit a rank, a new attempt followed each of them, and the last attempt and the
    program ran to their end.

    The kills are the host's own, and so is how the program ended.
    """

    basis: ClassVar[Basis] = "observed"
    rules: ClassVar[tuple[str, ...]] = ("RTL212", "RTL220")
    kills: Annotated[int, Field(ge=1)]

    @property
    def about(self) -> tuple[str, ...]:
        return ("ray.train.FailureConfig", "ray.train.RunConfig", "ray.train.torch.TorchTrainer")

    def judge(self, observed: Observed) -> Judgement:
        hit = [
            event
            for event in observed.of(FaultInjected, every_attempt=True)
            if event.action in KILLS and event.by == "plan"
        ]
        attempts = [group.attempt for group in observed.of(WorkerGroupStarted, every_attempt=True)]
        evidence = [f"attempt {kill.attempt}: rank {kill.rank} killed at report {kill.reports}" for kill in hit]
        for kill in hit:
            if kill.attempt + 1 not in attempts:
                place = Sight(panel="curves", rank=kill.rank, attempt=kill.attempt, seconds=observed.seconds(kill))
                return self._not_survived(observed, kill, evidence).seen_in(place)
        if len(hit) < self.kills:
            return self._too_few(observed, len(hit), evidence)
        if not observed.trained_to_the_end or observed.finished is None or observed.finished.end != "completed":
            return self._not_at_the_end(observed, evidence)
        if not observed.reports:
            return Judgement("failed", "No rank reported anything in the last attempt.", evidence)
        return Judgement(
            "passed", f"{len(hit)} kills, {len(attempts)} attempts, and the training ran to its end.", evidence
        )

    def _not_survived(self, observed: Observed, kill: FaultInjected, evidence: list[str]) -> Judgement:
        sentence = (
            f"Rank {kill.rank} was killed in attempt {kill.attempt}, and no attempt {kill.attempt + 1} followed. "
            "Ray Train starts again only as often as max_failures says."
        )
        stopped = observed.finished is None or observed.finished.end in ("cancelled", "server_stopped", "runner_failed")
        return (
            Judgement("not_judged", f"Not judged: {sentence}", evidence)
            if stopped
            else Judgement("failed", sentence, evidence)
        )

    def _too_few(self, observed: Observed, hit: int, evidence: list[str]) -> Judgement:
        missed = [
            event
            for event in observed.of(FaultFailed, every_attempt=True)
            if event.action in KILLS and event.by == "plan" and event.reason != NOT_DUE
        ]
        if missed:
            sentence = f"Not judged, because the server could not kill a rank in time: {missed[0].reason}. Run again."
            return Judgement("not_judged", sentence, evidence)
        came = "No rank was killed" if not hit else f"Only {hit} of {self.kills} kills came"
        return self.unseen(
            observed,
            f"{came}: a kill waits for a first checkpoint and some reports more, and the run had none.",
            evidence,
        )

    def _not_at_the_end(self, observed: Observed, evidence: list[str]) -> Judgement:
        if observed.finished is not None and observed.finished.end in ("completed", "program_failed"):
            how = observed.cut_short or "the program did not end as it should"
            return Judgement("failed", f"The training did not run to its end: {how}.", evidence)
        return self.unseen(observed, "The training did not run to its end.", evidence)

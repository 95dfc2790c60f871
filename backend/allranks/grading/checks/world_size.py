"""The worker group had the expected number of ranks."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed

from ...protocol import Sight


class WorldSize(Check):
    """Passes when ranks 0 to `world_size` - 1 were seen, each in a process of its own."""

    rules: ClassVar[tuple[str, ...]] = ("RTL206",)
    world_size: Annotated[int, Field(ge=1)]

    @property
    def about(self) -> tuple[str, ...]:
        return ("ray.train.ScalingConfig", "ray.train.torch.TorchTrainer")

    def judge(self, observed: Observed) -> Judgement:
        ranks = observed.ranks
        evidence = [f"rank {facts.rank}: process {facts.pid} on {facts.node_ip}, {facts.device}" for facts in ranks]
        if not ranks:
            return self.unseen(observed, "No worker group was started.", evidence).seen_in(Sight(panel="ranks"))
        if [facts.rank for facts in ranks] != list(range(self.world_size)):
            sentence = f"The worker group had {_ranks(len(ranks))}; expected were {self.world_size}."
            return Judgement("failed", sentence, evidence).seen_in(Sight(panel="ranks"))
        if len({(facts.node_ip, facts.pid) for facts in ranks}) < len(ranks):
            sentence = "Some ranks shared one process; each must have its own."
            return Judgement("failed", sentence, evidence).seen_in(Sight(panel="ranks"))
        return Judgement(
            "passed", f"The worker group had {_ranks(len(ranks))}, each in a process of its own.", evidence
        )


def _ranks(count: int) -> str:
    return "1 rank" if count == 1 else f"{count} ranks"

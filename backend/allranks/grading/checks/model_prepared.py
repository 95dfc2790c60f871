"""Every rank put its model through `prepare_model`."""

from __future__ import annotations

from typing import ClassVar

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed

from ...protocol import Sight

WRAPPERS = ("DistributedDataParallel", "FullyShardedDataParallel")


class ModelPrepared(Check):
    """Passes when every rank's last prepared model came back in a wrapper that keeps the ranks' gradients alike."""

    rules: ClassVar[tuple[str, ...]] = ("RTL101", "RTL153", "RTL149")

    @property
    def about(self) -> tuple[str, ...]:
        return ("ray.train.torch.prepare_model", "torch.nn.parallel.DistributedDataParallel")

    def judge(self, observed: Observed) -> Judgement:
        if not observed.ranks:
            return self.unseen(observed, "No worker group was started, so no model was prepared.", [])
        evidence, missing, bare = [], [], []
        for facts in observed.ranks:
            models = observed.prepared.get(facts.rank, [])
            if not models:
                missing.append(facts.rank)
                evidence.append(f"rank {facts.rank}: prepare_model was not called")
                continue
            if models[-1].wrapper not in WRAPPERS:
                bare.append(facts.rank)
            evidence.append(f"rank {facts.rank}: {models[-1].wrapper}, {models[-1].parameters} parameters")
        if bare:
            return Judgement(
                "failed",
                "prepare_model was called, but it had nothing to wrap: "
                f"on {_named(bare)} the model came back without DistributedDataParallel.",
                evidence,
            ).seen_in(Sight(panel="ranks", rank=bare[0]))
        if missing:
            sentence = f"prepare_model was not called on {_named(missing)}."
            return self.unseen(observed, sentence, evidence).seen_in(Sight(panel="ranks", rank=missing[0]))
        return Judgement("passed", "Every rank prepared its model.", evidence)


def _named(ranks: list[int]) -> str:
    return f"rank{'s' if len(ranks) > 1 else ''} {', '.join(map(str, ranks))}"

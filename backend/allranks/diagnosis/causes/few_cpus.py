"""The ranks compute, and get less than a core each."""

from __future__ import annotations

from statistics import mean
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.spent import shares, time_of_ranks
from allranks.protocol import Diagnosis

_PERCENT = 60.0
_SAMPLES = 4
_SHARE = 0.5
_COMPUTING = ("forward", "backward")


class FewCpus(Cause):
    """A rank that computes uses a core or more. One that is in its forward or backward pass each time and got little of
    a core had to share it with the other ranks."""

    id: ClassVar[str] = "few_cpus"
    order: ClassVar[int] = 1130

    def find(self, observed: Observed) -> list[Finding]:
        ranks = time_of_ranks(observed)
        used: dict[int, list[float]] = {}
        for sample in observed.samples:
            if sample.attempt == observed.attempt and sample.activity == "forward":
                used.setdefault(sample.rank, []).append(sample.cpu_percent)
        if len(ranks) < 2 or set(used) != {spent.rank for spent in ranks}:
            return []
        if any(len(percents) < _SAMPLES or mean(percents) > _PERCENT for percents in used.values()):
            return []
        if any(spent.share(*_COMPUTING) < _SHARE for spent in ranks):
            return []
        diagnosis = Diagnosis(
            cause=self.id,
            title=f"{len(ranks)} ranks share too few CPUs",
            what_happened=(
                "Every rank was computing, and none got as much as a core: "
                f"{mean(mean(percents) for percents in used.values()):.0f} % of one on average. The CPUs that Ray "
                "counts are a number that it was given; the machine may have fewer."
            ),
            evidence=[
                *(
                    f"rank {rank}: {mean(percents):.0f} % of a core while computing, {len(percents)} samples"
                    for rank, percents in sorted(used.items())[:8]
                ),
                *shares(ranks),
            ],
            where=observed.program.only_call("ScalingConfig"),
            ranks=sorted(used),
            mend="Take as many workers as the machine has cores, or fewer: more do not make it faster.",
            sketch="ScalingConfig(num_workers=2)\n",
            advice=True,
        )
        return [Finding(diagnosis, frozenset())]

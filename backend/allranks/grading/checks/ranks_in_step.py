"""The ranks had the same weights all the time."""

from __future__ import annotations

from collections import defaultdict
from typing import ClassVar

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed
from allranks.grading.steps import named, steps_by_report

from ...protocol import Sight, StepsObserved


class RanksInStep(Check):
    """Passes when at every report all ranks had the same weights, bit for bit, and had had them after every optimizer
    step before it.

    The first report at which ranks differ is the one that is told. Training without an optimizer step never passes.
    """

    rules: ClassVar[tuple[str, ...]] = ("RTL101", "RTL153", "RTL149", "RTL104", "RTL157", "RTL147", "RTL150")

    @property
    def about(self) -> tuple[str, ...]:
        return ("ray.train.torch.prepare_model", "ray.train.torch.TorchTrainer")

    def judge(self, observed: Observed) -> Judgement:
        reports = steps_by_report(observed)
        for index, steps in reports.items():
            if len(groups := _groups(steps)) > 1:
                parted = Judgement("failed", _parted(index, steps, groups), [_line(step) for step in steps.values()])
                step = steps[groups[-1][0]]
                place = Sight(
                    panel="gradient_sync",
                    attempt=step.attempt,
                    index=index,
                    rank=step.rank,
                    seconds=observed.seconds(step),
                )
                return parted.seen_in(place, place.model_copy(update={"panel": "curves"}))
        last = list(reports.values())[-1] if reports else {}
        evidence = [_line(step) for step in last.values()]
        if idle := self._idle(observed, reports):
            return self.unseen(observed, idle, evidence)
        if observed.cut_short is not None:
            return Judgement(
                "not_judged", f"Not judged, because {observed.cut_short}. Until then the ranks were in step.", evidence
            )
        if not all(step.parameters_hash for steps in reports.values() for step in steps.values()):
            return Judgement(
                "not_judged", "Not judged, because the weights are too many or too unusual to be compared.", evidence
            )
        total = sum(steps[0].steps for steps in reports.values())
        when = "after every step" if last[0].history_hash else "at every report"
        return Judgement(
            "passed", f"All ranks had the same weights, bit for bit, {when} ({total} optimizer steps).", evidence
        )

    def _idle(self, observed: Observed, reports: dict[int, dict[int, StepsObserved]]) -> str | None:
        if not observed.ranks:
            return "No worker group was started, so there are no weights to compare."
        if not reports:
            return "There was no report at which every rank's training could be looked at."
        for facts in observed.ranks:
            if not any(steps[facts.rank].steps for steps in reports.values()):
                return f"Rank {facts.rank} made no optimizer step before a report."
        return None


def _groups(steps: dict[int, StepsObserved]) -> list[list[int]]:
    """The ranks by what they have in common, the largest group first."""
    alike: dict[tuple[str, str], list[int]] = defaultdict(list)
    for rank, step in steps.items():
        alike[step.parameters_hash, step.history_hash].append(rank)
    return sorted(alike.values(), key=len, reverse=True)


def _parted(index: int, steps: dict[int, StepsObserved], groups: list[list[int]]) -> str:
    most, *others = groups
    apart = sorted(rank for group in others for rank in group)
    if len(groups) == len(steps):
        who = "every rank has weights of its own"
    else:
        who = f"{named(apart)} {'has' if len(apart) == 1 else 'have'} other weights than {named(most)}"
    if len({step.parameters_hash for step in steps.values()}) == 1:
        who = f"the ranks' weights are alike again, but they were not after every step: {named(apart)} went another way"
    counts = {step.steps for step in steps.values()}
    unlike = ". They made different numbers of optimizer steps" if len(counts) > 1 else ""
    return f"At report {index + 1} {who}{unlike}."


def _line(step: StepsObserved) -> str:
    weights = f"weights {step.parameters_hash or 'not compared'}"
    path = f", all steps {step.history_hash}" if step.history_hash else ""
    return f"rank {step.rank}, report {step.index + 1}: {weights}{path}, {step.steps} steps since the last report"

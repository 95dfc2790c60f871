"""The newest checkpoint is worth what was said of it."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field, model_validator

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed
from allranks.grading.recovery import number

from ...protocol import Basis, CheckpointReloaded, CheckpointSaved, CheckpointsFound, Sight


class RerunMetric(Check):
    """Passes when the exercise's own program, given the newest checkpoint's files in a sandbox that never held the
    learner's code, told a `metric` below `target`, and within `tolerance` (relative) of what rank 0 reported with that
    checkpoint. One of the two may be left out.
    """

    basis: ClassVar[Basis] = "rerun"
    needs: ClassVar[str] = "rerun"
    rules: ClassVar[tuple[str, ...]] = ("RTL318", "RTL304", "RTL323", "RTL302")
    metric: str
    target: Annotated[float | None, Field(allow_inf_nan=False)] = None
    tolerance: Annotated[float | None, Field(gt=0, lt=1)] = None

    @model_validator(mode="after")
    def _asks_something(self) -> RerunMetric:
        if self.target is None and self.tolerance is None:
            raise ValueError("a `target`, a `tolerance`, or both are needed")
        return self

    @property
    def about(self) -> tuple[str, ...]:
        return ("torch.save", "ray.train.Checkpoint.from_directory", "ray.train.report")

    def judge(self, observed: Observed) -> Judgement:
        reloaded = observed.of(CheckpointReloaded)
        judgement = self._reloaded(observed, reloaded[-1]) if reloaded else self._without(observed)
        return judgement.seen_in(Sight(panel="checkpoints"))

    def _without(self, observed: Observed) -> Judgement:
        """Nothing was opened: there was nothing, or nobody came to it."""
        saved = {event.name for event in observed.of(CheckpointSaved, every_attempt=True)}
        if not saved:
            return self.unseen(observed, "No checkpoint was saved, so there was none to open.", [])
        if observed.cut_short is not None:
            return Judgement("not_judged", f"Not judged, because {observed.cut_short}.", [])
        if observed.finished is not None and observed.finished.end != "completed":
            return Judgement("not_judged", "Not judged, because the program did not run to its end.", [])
        found = observed.of(CheckpointsFound)
        if found and not found[-1].refused and saved.isdisjoint(lying.name for lying in found[-1].checkpoints):
            return Judgement("failed", "No checkpoint that was saved lay in storage at the end.", [])
        return Judgement("not_judged", "Not judged, because no checkpoint was opened.", [])

    def _reloaded(self, observed: Observed, reloaded: CheckpointReloaded) -> Judgement:
        name = reloaded.name
        if reloaded.outcome == "not_tried":
            return Judgement("not_judged", f"Not judged, because {name} was not opened: {_full(reloaded.sentence)}", [])
        if reloaded.outcome == "refused":
            sentence = f"The server opened {name} without your program and could not use it: {_full(reloaded.sentence)}"
            return Judgement("failed", sentence, [])
        saved = [event for event in observed.of(CheckpointSaved, every_attempt=True) if event.name == name]
        value = number(reloaded.numbers, self.metric)
        reported = number(saved[-1].metrics, self.metric) if saved else None
        evidence = [f"{name}: {self.metric} {_written(value)} from its files, {_written(reported)} reported with it"]
        told = f"From the files of {name} the server got {self.metric} {_written(value)}"
        beside = "nothing was reported with it" if reported is None else f"reported with it was {_written(reported)}"
        if value is None:
            return Judgement("failed", f"{told}; {beside}.", evidence)
        if self.tolerance is not None and not _near(value, reported, self.tolerance):
            return Judgement("failed", f"{told}, but {beside}.", evidence)
        if self.target is not None and value >= self.target:
            return Judgement("failed", f"{told}; expected was a value below {self.target:g}, and {beside}.", evidence)
        return Judgement("passed", f"{told}, without your program; {beside}.", evidence)


def _near(value: float, reported: float | None, tolerance: float) -> bool:
    return reported is not None and abs(value - reported) <= tolerance * max(abs(value), abs(reported))


def _full(sentence: str) -> str:
    return f"{sentence.rstrip('.')}."


def _written(value: float | None) -> str:
    return "no number" if value is None else f"{value:.4g}"

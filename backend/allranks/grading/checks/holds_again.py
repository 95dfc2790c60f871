"""The program does the same with another world size and another start."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import Field

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed

from ...protocol import Basis, RunRepeated


class HoldsAgain(Check):
    """Passes when the host ran the program once more, with what `[repeat]` let it draw after the program was submitted,
    every rank's reported values then lay within `tolerance` (relative) of those of the exercise's solution, and the
    checks named there held. The seed is the host's in both, whatever the program sets; the tolerance is for sums that
    were made in another order.
    """

    basis: ClassVar[Basis] = "rerun"
    needs: ClassVar[str] = "repeat"
    tolerance: Annotated[float, Field(gt=0, lt=1)]

    def judge(self, observed: Observed) -> Judgement:
        repeated = observed.of(RunRepeated)
        if not repeated:
            why = "the program is run once more only when all else is right"
            return Judgement("not_judged", f"Not judged, because {why}.", [])
        event = repeated[-1]
        drawn = _drawn(event)
        if event.outcome == "not_tried":
            return Judgement("not_judged", f"Not judged, because {event.sentence.rstrip('.')}.", [drawn])
        again = f"The server ran the program once more, with {event.variation.workers} workers"
        if event.outcome == "failed":
            return Judgement("failed", f"{again}, and it did not come to its end: {event.sentence}", [drawn])
        if event.unmet:
            return Judgement("failed", f"{again}, and this did not hold any more. {event.unmet[0]}", [drawn])
        apart = self._apart(event)
        if apart is not None:
            return Judgement("failed", f"{again}. {apart}", [drawn])
        sentence = f"{again} and a start of its own, and it reported what it should."
        return Judgement("passed", sentence, [drawn, *_shown(event)])

    def _apart(self, event: RunRepeated) -> str | None:
        """The first value that is not what it should be, in a sentence."""
        for rank, expected in sorted(event.expected.items()):
            reported = event.reported.get(rank, [])
            if len(reported) != len(expected):
                return f"Rank {rank} made {len(reported)} reports; expected were {len(expected)}."
            for index, (value, right) in enumerate(zip(reported, expected, strict=True), 1):
                if value is None or right is None or abs(value - right) > self.tolerance * abs(right):
                    told = "no number" if value is None else f"{value:.4g}"
                    about = "a number" if right is None else f"about {right:.4g}"
                    return f"In report {index} rank {rank} gave {event.metric} {told}; expected was {about}."
        return None


def _drawn(event: RunRepeated) -> str:
    config = "".join(f", {key} {value:g}" for key, value in event.variation.config.items())
    return f"drawn for it: {event.variation.workers} workers{config}"


def _shown(event: RunRepeated) -> list[str]:
    """First and last values beside those that they were compared with."""
    lines = []
    for name, values in (("this program", event.reported), ("computed apart", event.expected)):
        told = [value for value in values.get(0, []) if value is not None]
        if told:
            lines.append(f"{name}: {event.metric} {told[0]:.4g} in the first report, {told[-1]:.4g} in the last")
    return lines

"""The submitted file says something, whatever its run did."""

from __future__ import annotations

from typing import ClassVar

from pydantic import JsonValue, field_validator

from allranks.grading.check import Check, Judgement
from allranks.grading.observed import Observed
from trainlint.claim import answers, read_claim

from ...protocol import Basis, Outcome

OUTCOMES: dict[bool | None, Outcome] = {True: "passed", False: "failed", None: "not_judged"}


class Source(Check):
    """Passes when `claim` holds in the source that the run was queued with. The page judges the same claim by the same
    code while one types.

    A file that does not tell, such as a number of workers that is read from the environment, is not judged.
    """

    basis: ClassVar[Basis] = "source"
    claim: dict[str, JsonValue]

    @field_validator("claim")
    @classmethod
    def _can_be_made(cls, claim: dict[str, JsonValue]) -> dict[str, JsonValue]:
        read_claim(claim)
        return claim

    def lines(self, observed: Observed) -> list[tuple[int, str]]:
        if observed.module is None:
            return []
        claim = read_claim(self.claim)
        return [(line, claim.denies) for line in claim.lines(observed.module)]

    def judge(self, observed: Observed) -> Judgement:
        if observed.source is None:
            return Judgement("not_judged", "Not judged, because the run's record does not hold its source.", [])
        claim = read_claim(self.claim)
        answer = answers(observed.source, {"claim": claim})["claim"]
        return Judgement(OUTCOMES[answer], claim.sentence(answer), [])

"""What a kind of check is."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, NamedTuple

from pydantic import BaseModel, ConfigDict

from ..protocol import Basis, Outcome, Sight
from .observed import Observed


class Judgement(NamedTuple):
    """An outcome, the sentence a person reads, and the observed numbers, one short line a rank where it applies."""

    outcome: Outcome
    sentence: str
    evidence: list[str]
    sights: tuple[Sight, ...] = ()
    """Where on the page the evidence can be seen, the best place first."""

    def seen_in(self, *sights: Sight) -> Judgement:
        """The same, with where to see it."""
        return self._replace(sights=sights)


class Check(BaseModel, ABC):
    """A kind of check. Its fields are the parameters that `exercise.toml` may give.

    A new kind is one file in `checks/` with one subclass; the file's name is the kind.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    needs: ClassVar[str] = ""
    """The part of its exercise that it cannot do without, by its name there."""
    basis: ClassVar[Basis] = "reported"
    """What a judgement of this kind rests on."""
    rules: ClassVar[tuple[str, ...]] = ()
    """The linter's rules whose findings may be why a program fails here, the likeliest first."""

    @property
    def about(self) -> tuple[str, ...]:
        """What in a program decides this, as dotted names of functions: the first that the file calls is pointed at
        where neither the run nor a rule tells a line."""
        return ()

    def lines(self, observed: Observed) -> list[tuple[int, str]]:
        """The lines of the file at which this failed, and why each, where the check itself knows them."""
        return []

    @abstractmethod
    def judge(self, observed: Observed) -> Judgement:
        """Judge a finished run by what it showed. Depends on nothing but its arguments."""

    def unseen(self, observed: Observed, sentence: str, evidence: list[str]) -> Judgement:
        """What was needed did not show: failed when the program had its chance, not judged when it was cut short."""
        if observed.cut_short is None:
            return Judgement("failed", sentence, evidence)
        return Judgement("not_judged", f"Not judged, because {observed.cut_short}. Until then: {sentence}", evidence)

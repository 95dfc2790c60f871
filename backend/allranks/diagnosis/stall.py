"""What a stall is: one reason why nothing goes on, told from what the ranks say of themselves."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from allranks.protocol import Diagnosis, Frame

from . import communicators
from .doing import lines
from .standing import RankSeen, Standing


@dataclass(frozen=True)
class Explanation:
    """Why nothing goes on. `hang`: it cannot go on by itself, as far as can be told."""

    hang: bool
    ranks: tuple[int, ...]
    diagnosis: Diagnosis


class Stall(ABC):
    """One file of `stalls` holds one subclass; being there is all it takes to be asked.

    `order` decides who is asked first, the more specific and the more certain; the first answer counts. A title and a
    place say the same as long as it is the same, so they have no seconds in them: what is new is written down again.
    """

    id: ClassVar[str]
    order: ClassVar[int]

    @abstractmethod
    def explain(self, standing: Standing) -> Explanation | None:
        """The explanation, or None where it is something else or not certain enough. Pure."""

    def said(
        self,
        standing: Standing,
        *,
        hang: bool,
        ranks: Iterable[RankSeen],
        at: RankSeen | None,
        title: str,
        what_happened: str,
        mend: str,
        sketch: str | None = None,
        page: str | None = None,
        where: Frame | None = None,
        evidence: Iterable[str] = (),
    ) -> Explanation:
        """An explanation whose evidence is what each rank does, what NCCL says of them, and `evidence`. `at` is the
        rank whose line it is, where `where` names no other."""
        named = tuple(sorted({seen.rank for seen in ranks}))
        if where is None and at is not None and at.sample is not None:
            where = at.sample.where
        diagnosis = Diagnosis(
            cause=self.id,
            title=title,
            what_happened=what_happened,
            evidence=[*lines(standing), *communicators.lines(standing), *evidence],
            where=where,
            ranks=list(named),
            mend=mend,
            sketch=sketch,
            page=page,
        )
        return Explanation(hang, named, diagnosis)

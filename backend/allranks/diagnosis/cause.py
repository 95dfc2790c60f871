"""What a cause is: one way in which a run can go wrong, found in its events."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import ClassVar

from allranks.protocol import Diagnosis

from .observed import Observed


@dataclass(frozen=True)
class Finding:
    """A diagnosis, and the records (by `seq`) that need no other explanation once it is given."""

    diagnosis: Diagnosis
    explains: frozenset[int]


class Cause(ABC):
    """One file of `causes` holds one subclass; being there is all it takes to be used.

    `order` decides who speaks first: the lower, the more specific. A finding whose records were all explained by
    earlier findings is dropped, so a general cause needs no knowledge of the special ones.
    """

    id: ClassVar[str]
    order: ClassVar[int]
    of_cancelled: ClassVar[bool] = False
    """Whether it has something to say of a run that a person stopped, which is no failure of the program's."""

    @abstractmethod
    def find(self, observed: Observed) -> list[Finding]:
        """Every occurrence of this cause. Pure: the same events give the same findings."""

"""From a run's recorded events to the reasons why it ended as it did, and why nothing goes on while it lasts."""

from .cause import Cause, Finding
from .diagnose import diagnose
from .explain import explain
from .impossible import impossible
from .observed import Observed
from .program import Program
from .refusals import Refusal
from .stall import Explanation
from .watched import Watched

__all__ = [
    "Cause",
    "Explanation",
    "Finding",
    "Observed",
    "Program",
    "Refusal",
    "Watched",
    "diagnose",
    "explain",
    "impossible",
]

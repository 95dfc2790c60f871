"""From a run's recorded events to the reasons why it ended as it did."""

from .cause import Cause, Finding
from .diagnose import diagnose
from .impossible import impossible
from .observed import Observed
from .refusals import Refusal

__all__ = ["Cause", "Finding", "Observed", "Refusal", "diagnose", "impossible"]

"""From a run's recorded events to the reasons why it ended as it did."""

from .cause import Cause, Finding
from .diagnose import diagnose
from .observed import Observed

__all__ = ["Cause", "Finding", "Observed", "diagnose"]

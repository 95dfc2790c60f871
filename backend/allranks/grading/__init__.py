"""Recorded events -> verdict. Pure: nothing here runs, reads or writes anything."""

from .check import Check, Judgement
from .grade import accept, grade, kinds
from .observed import Observed

__all__ = ["Check", "Judgement", "Observed", "accept", "grade", "kinds"]

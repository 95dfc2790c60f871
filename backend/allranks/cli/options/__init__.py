"""What is written after a flag and needs more than one line to read."""

from .fault import read_fault
from .limits import add_limits, read_limits

__all__ = ["add_limits", "read_fault", "read_limits"]

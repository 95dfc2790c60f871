"""What is written after a flag and needs more than one line to read."""

from .fault import read_fault

__all__ = ["read_fault"]

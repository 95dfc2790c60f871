"""How a job is executed, behind one seam."""

from .base import Runner

__all__ = ["Runner"]

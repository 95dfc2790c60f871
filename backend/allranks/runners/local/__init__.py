"""A private Ray per run on this machine."""

from .runner import LocalRunner

__all__ = ["LocalRunner"]

"""A private Ray per run on this machine."""

from .plain import Plain
from .runner import LocalRunner
from .seal import Found, find_enclosure

__all__ = ["Found", "LocalRunner", "Plain", "find_enclosure"]

"""A sealed sandbox: bubblewrap, seccomp and control groups, and the test that finds whether they hold here."""

from .bubblewrap import Bubblewrap
from .levels import Found, find_enclosure

__all__ = ["Bubblewrap", "Found", "find_enclosure"]

"""A sealed sandbox: bubblewrap, seccomp and control groups, and the test that finds whether they hold here."""

from .bubblewrap import Bubblewrap

__all__ = ["Bubblewrap"]

"""What makes the command fail before it has linted anything."""

from __future__ import annotations


class UsageError(Exception):
    """The command line, the settings or the cluster cannot be used; the sentence says what to write instead."""

"""Completion, signatures and what a name is, for the page: jedi over stubs of ray and torch."""

from .answers import Answers

__all__ = ["Answers"]

"""What a run looks like in a terminal."""

from .table import RankTable

__all__ = ["RankTable"]

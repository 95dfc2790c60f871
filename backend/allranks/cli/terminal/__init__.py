"""What a run looks like in a terminal."""

from .problems import problem_lines
from .table import RankTable

__all__ = ["RankTable", "problem_lines"]

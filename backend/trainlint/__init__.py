"""The Ray Train linter: rules of the standard library alone, the same in the browser and in the terminal."""

from .cluster import Cluster
from .diagnostic import Diagnostic, Severity
from .engine import lint
from .version import __version__

__all__ = ["Cluster", "Diagnostic", "Severity", "__version__", "lint"]

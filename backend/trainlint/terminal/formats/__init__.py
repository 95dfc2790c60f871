"""How a report is shown: one file a format, each with a function `rendered(report) -> str`."""

from .listing import format_names, rendered_as

__all__ = ["format_names", "rendered_as"]

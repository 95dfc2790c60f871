"""For GitHub Actions: findings become annotations of a pull request."""

from __future__ import annotations

from ..report import Report

_LEVELS = {"error": "error", "warning": "warning", "info": "notice"}
_IN_DATA = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
_IN_PROPERTIES = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A", ":": "%3A", ",": "%2C"})


def rendered(report: Report) -> str:
    """One workflow command a line."""
    lines = []
    for name, finding in report.rows:
        place = {"file": name, "line": finding.line, "endLine": finding.end_line}
        if finding.line == finding.end_line:  # GitHub takes columns for one line only
            place |= {"col": finding.column + 1, "endColumn": finding.end_column + 1}
        place |= {"title": f"trainlint {finding.code}"}
        properties = ",".join(f"{key}={str(value).translate(_IN_PROPERTIES)}" for key, value in place.items())
        message = f"{finding.message} {finding.todo}".translate(_IN_DATA)
        lines.append(f"::{_LEVELS[finding.severity]} {properties}::{message}")
    return "\n".join(lines)

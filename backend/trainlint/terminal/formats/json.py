"""For programs: one list with an object for each finding."""

from __future__ import annotations

import json

from ..report import Report


def rendered(report: Report) -> str:
    """The fields of `Diagnostic`, columns from 0, and the `file`."""
    return json.dumps([{"file": name, **finding.to_dict()} for name, finding in report.rows], indent=2)

"""What the linter said of a program before it ran, as evidence for what then happened."""

from __future__ import annotations

from allranks.protocol import Finding

from .observed import Observed


def said_before(observed: Observed, rules: tuple[str, ...], line: int | None = None) -> Finding | None:
    """The first finding of one of these rules; with a `line`, one that is in the statement around it."""
    first, last = observed.program.statement(line) if line else (0, 0)
    for finding in observed.findings:
        if finding.code in rules and (line is None or (first <= finding.end_line and finding.line <= last)):
            return finding
    return None


def quoted(finding: Finding) -> str:
    """A line of evidence."""
    return f"before the run, trainlint said of line {finding.line} ({finding.code}): {finding.message}"


def page_of(rule: str) -> str:
    """Where a rule is explained."""
    return f"rules/{rule}.html"


def said_at(observed: Observed, line: int) -> Finding | None:
    """What a rule for Ray Train found in the statement around a line, errors first."""
    first, last = observed.program.statement(line)
    found = [
        finding
        for finding in observed.findings
        if finding.code.startswith("RTL") and first <= finding.end_line and finding.line <= last
    ]
    return min(found, key=lambda finding: _SEVERITIES.index(finding.severity)) if found else None


_SEVERITIES = ("error", "warning", "info")

"""For people: two lines a finding."""

from __future__ import annotations

from collections import Counter

from ..report import Report


def rendered(report: Report) -> str:
    """Columns from 1, as editors and compilers write them; what to do stands on the second line."""
    lines: list[str] = []
    fixable = 0
    for name, finding in report.rows:
        lines.append(
            f"{name}:{finding.line}:{finding.column + 1}: {finding.code} {finding.severity}: {finding.message}"
        )
        lines.append(f"    {finding.todo}")
        if finding.fix is not None:
            lines[-1] += f" [--fix: {finding.fix.title}]"
            fixable += 1
    return "\n".join([*lines, _sum(report, len(list(report.rows)), fixable)])


def _sum(report: Report, found: int, fixable: int) -> str:
    parts = [f"{report.fixed} fixed"] if report.fixed else []
    if found:
        parts.append(f"{found} finding" if found == 1 else f"{found} findings")
    if fixable:
        parts.append(f"{fixable} can be mended with --fix")
    if found:
        return ", ".join(parts)
    return f"{parts[0]}, nothing left." if parts else "Nothing found."


def statistics(report: Report) -> str:
    """How often each code was found, the most frequent first."""
    counts = Counter((finding.code, finding.name) for _, finding in report.rows)
    rows = sorted(counts.items(), key=lambda row: (-row[1], row[0]))
    return "\n".join(f"{count:>6}  {code}  {name}" for (code, name), count in rows) or "Nothing found."

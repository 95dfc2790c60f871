"""What the linter found, as lines of a terminal."""

from __future__ import annotations

from ...protocol import ProblemsFound


def problem_lines(found: ProblemsFound, file_name: str) -> list[str]:
    """A row a finding with what to do under it: place (columns from 1, as editors jump to them), severity, code,
    sentence. The last line says that the run goes on."""
    places = [f"{file_name}:{finding.line}:{finding.column + 1}" for finding in found.findings]
    widest = max((len(place) for place in places), default=0)
    lines = []
    for place, finding in zip(places, found.findings, strict=True):
        lines.append(f"{place:<{widest}}  {finding.severity:<7}  {finding.code}  {finding.message}")
        lines += [f"{'':<{widest}}  {'':<7}  {finding.todo}"] if finding.todo else []
    count = len(found.findings) + found.left_out
    listed = f", {found.left_out} of them not listed" if found.left_out else ""
    return [
        *lines,
        f"trainlint: {count} {'problem' if count == 1 else 'problems'}{listed}. The program is run all the same.",
    ]

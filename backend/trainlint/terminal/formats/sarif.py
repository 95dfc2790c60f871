"""For code scanning: SARIF 2.1.0."""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

from ...diagnostic import Diagnostic, Edit
from ...docs import page_of
from ...engine import checks
from ...version import __version__
from ..report import Report

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_LEVELS = {"error": "error", "warning": "warning", "info": "note"}


def rendered(report: Report) -> str:
    """One run, with the checks that have found something and the fixes that can be made."""
    rows = list(report.rows)
    rules = {finding.code: _rule(finding) for _, finding in sorted(rows, key=lambda row: row[1].code)}
    places = {code: place for place, code in enumerate(rules)}
    driver = {"name": "trainlint", "version": __version__, "rules": list(rules.values())}
    notes = [{"level": "error", "message": {"text": failure}} for failure in report.failures]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": not notes, "toolExecutionNotifications": notes}],
        "results": [_result(name, finding, places[finding.code]) for name, finding in rows],
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


def _rule(finding: Diagnostic) -> dict[str, Any]:
    check = next((check for check in checks() if check.code == finding.code), None)
    summary = page_of(check).summary if check else f"{finding.name}, found by pyflakes."
    page = (inspect.getdoc(check) or "") if check else f"{summary} {finding.todo}"
    return {
        "id": finding.code,
        "name": finding.name,
        "shortDescription": {"text": summary},
        "fullDescription": {"text": summary},
        "help": {"text": page, "markdown": f"# {finding.code}: {finding.name}\n\n{page}"},
        "defaultConfiguration": {"level": _LEVELS[finding.severity]},
    }


def _result(name: str, finding: Diagnostic, rule_index: int) -> dict[str, Any]:
    artifact = {"uri": _address(name)}
    region = _region(finding)
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": rule_index,
        "level": _LEVELS[finding.severity],
        "message": {"text": f"{finding.message} {finding.todo}"},
        "locations": [{"physicalLocation": {"artifactLocation": artifact, "region": region}}],
    }
    if finding.fix is not None:
        replacements = [
            {"deletedRegion": _region(edit), "insertedContent": {"text": edit.text}} for edit in finding.fix.edits
        ]
        change = {"artifactLocation": artifact, "replacements": replacements}
        result["fixes"] = [{"description": {"text": finding.fix.title}, "artifactChanges": [change]}]
    return result


def _region(place: Diagnostic | Edit) -> dict[str, int]:
    return {
        "startLine": place.line,
        "startColumn": place.column + 1,
        "endLine": place.end_line,
        "endColumn": place.end_column + 1,
    }


def _address(name: str) -> str:
    """A relative address where the path is relative, which readers take from the root of the checkout."""
    path = Path(name)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())

"""SARIF 2.1.0, section by section of the standard: what it requires, and what it forbids."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from trainlint.engine import lint
from trainlint.terminal.formats.sarif import rendered
from trainlint.terminal.report import Linted, Report

TEXT = 'import os; x = "🚀", name\ny = 1  # trainlint: ignore[PYF401, RTL101] why\n'


@pytest.fixture
def log() -> dict[str, Any]:
    report = Report([Linted("deep/a file.py", lint(TEXT)), Linted("b.py", lint("print(\n"))], ["cannot read c.py"])
    content: dict[str, Any] = json.loads(rendered(report))
    return content


def test_the_file_has_its_version_and_one_run(log: dict[str, Any]) -> None:
    assert set(log) == {"$schema", "version", "runs"}
    assert log["version"] == "2.1.0"
    assert log["$schema"].endswith("sarif-schema-2.1.0.json")
    [run] = log["runs"]
    assert run["columnKind"] == "unicodeCodePoints"
    assert run["tool"]["driver"]["name"] == "trainlint"
    assert run["tool"]["driver"]["version"].count(".") == 2


def test_every_rule_is_named_once_with_its_help(log: dict[str, Any]) -> None:
    rules = log["runs"][0]["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["PYF401", "PYF821", "RTL001", "RTL004"]
    for rule in rules:
        assert rule["shortDescription"]["text"]
        assert rule["fullDescription"]["text"]
        assert rule["help"]["text"]
        assert rule["help"]["markdown"].startswith(f"# {rule['id']}")
        assert rule["defaultConfiguration"]["level"] in ("error", "warning", "note")


def test_every_result_points_at_its_rule_and_its_place(log: dict[str, Any]) -> None:
    [run] = log["runs"]
    assert len(run["results"]) == 4
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        assert result["level"] in ("error", "warning", "note")
        assert result["message"]["text"]
        [location] = result["locations"]
        assert location["physicalLocation"]["artifactLocation"]["uri"] in ("deep/a%20file.py", "b.py")
        region = location["physicalLocation"]["region"]
        assert min(region.values()) >= 1
        assert (region["endLine"], region["endColumn"]) >= (region["startLine"], region["startColumn"])


def test_columns_count_from_1_in_code_points(log: dict[str, Any]) -> None:
    undefined = next(result for result in log["runs"][0]["results"] if result["ruleId"] == "PYF821")
    region = undefined["locations"][0]["physicalLocation"]["region"]
    assert region == {"startLine": 1, "startColumn": 21, "endLine": 1, "endColumn": 25}
    assert TEXT[region["startColumn"] - 1 : region["endColumn"] - 1] == "name"


def test_a_fix_says_what_is_deleted_and_what_comes(log: dict[str, Any]) -> None:
    [fixed] = [result for result in log["runs"][0]["results"] if "fixes" in result]
    [fix] = fixed["fixes"]
    assert fix["description"]["text"] == "Delete the comment"
    [change] = fix["artifactChanges"]
    assert change["artifactLocation"] == {"uri": "deep/a%20file.py"}
    [replacement] = change["replacements"]
    assert replacement["deletedRegion"] == {"startLine": 2, "startColumn": 6, "endLine": 2, "endColumn": 47}
    assert replacement["insertedContent"] == {"text": ""}


def test_what_could_not_be_read_is_a_notification(log: dict[str, Any]) -> None:
    [invocation] = log["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False
    assert invocation["toolExecutionNotifications"] == [{"level": "error", "message": {"text": "cannot read c.py"}}]


def test_an_absolute_path_is_an_address_of_a_file(tmp_path: Path) -> None:
    log = json.loads(rendered(Report([Linted(str(tmp_path / "a.py"), lint("import os\n"))])))
    [result] = log["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == (tmp_path / "a.py").as_uri()


def test_nothing_found_is_a_run_without_results() -> None:
    [run] = json.loads(rendered(Report()))["runs"]
    assert run["results"] == run["tool"]["driver"]["rules"] == []
    assert run["invocations"] == [{"executionSuccessful": True, "toolExecutionNotifications": []}]

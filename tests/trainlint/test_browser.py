from __future__ import annotations

import json

import pytest

from trainlint import Cluster, browser
from trainlint.browser import lint_json
from trainlint.engine import lint


def test_findings_cross_as_text() -> None:
    assert json.loads(lint_json("x = name\n")) == [diagnostic.to_dict() for diagnostic in lint("x = name\n")]


def test_nothing_found_is_an_empty_list() -> None:
    assert lint_json("") == "[]"


def test_the_cluster_that_a_program_is_linted_for_crosses_too(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Cluster | None] = []
    monkeypatch.setattr(browser, "lint", lambda source, cluster: seen.append(cluster) or [])
    assert lint_json("x = 1\n", '{"resources": {"CPU": 16, "GPU": 1}, "nodes": 2, "name": "here"}') == "[]"
    assert seen == [Cluster({"CPU": 16.0, "GPU": 1.0}, 2, "here")]


def test_a_lone_surrogate_of_javascript_is_a_finding() -> None:
    assert json.loads(lint_json("x = '\ud800'"))[0]["code"] == "RTL001"

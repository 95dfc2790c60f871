from __future__ import annotations

import json

from trainlint.browser import lint_json
from trainlint.engine import lint


def test_findings_cross_as_text() -> None:
    assert json.loads(lint_json("x = name\n")) == [diagnostic.to_dict() for diagnostic in lint("x = name\n")]


def test_nothing_found_is_an_empty_list() -> None:
    assert lint_json("") == "[]"


def test_a_lone_surrogate_of_javascript_is_a_finding() -> None:
    assert json.loads(lint_json("x = '\ud800'"))[0]["code"] == "RTL001"

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from claiming import PROGRAM
from trainlint import Cluster, Diagnostic, browser
from trainlint.browser import claims_json, lint_json
from trainlint.engine import lint
from trainlint.reading import LastRead


def test_findings_cross_as_text() -> None:
    assert json.loads(lint_json("x = name\n")) == [diagnostic.to_dict() for diagnostic in lint("x = name\n")]


def test_nothing_found_is_an_empty_list() -> None:
    assert lint_json("") == "[]"


def test_the_cluster_that_a_program_is_linted_for_crosses_too(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[Cluster | None] = []

    def seeing(source: str, *, cluster: Cluster | None, last: LastRead) -> tuple[list[Diagnostic], None]:
        seen.append(cluster)
        return [], None

    monkeypatch.setattr(browser, "examine", seeing)
    assert lint_json("x = 1\n", '{"resources": {"CPU": 16, "GPU": 1}, "nodes": 2, "name": "here"}') == "[]"
    assert seen == [Cluster({"CPU": 16.0, "GPU": 1.0}, 2, "here")]


def test_a_lone_surrogate_of_javascript_is_a_finding() -> None:
    assert json.loads(lint_json("x = '\ud800'"))[0]["code"] == "RTL001"


CLAIMS = '{"reports": {"kind": "calls", "name": "ray.train.report", "within": "loop"}}'


@pytest.mark.parametrize("linted", [PROGRAM, "x = 1\n", "x = (\n", None])
def test_claims_have_one_answer_whatever_was_linted_before(linted: str | None) -> None:
    if linted is not None:
        lint_json(linted)
    assert claims_json(PROGRAM, CLAIMS) == '{"reports": true}'
    assert claims_json("x = (\n", CLAIMS) == '{"reports": null}'


def test_what_lints_leave_is_collected_when_nobody_waits() -> None:
    ran = """
import gc, weakref
from trainlint import browser
browser.wait_to_tidy()
assert not gc.isenabled()

def linted(text):
    browser.lint_json(text)
    (module,) = browser._newest.values()
    return weakref.ref(module)

first = linted("import ray\\nx = 1\\n")
browser.tidy()
assert first() is None
frozen = gc.get_freeze_count()
assert frozen > 0
second = linted("import ray\\nx = 2\\n")
third = linted("import ray\\nx = 3\\n")
browser.tidy()
assert second() is None
assert third() is not None  # the next key leaves most of it as it is
assert gc.get_freeze_count() <= frozen  # nothing was added
"""
    done = subprocess.run([sys.executable, "-c", ran], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

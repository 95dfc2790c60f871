"""The page and the terminal must find the same: same codes, same sentences, same places, same answers to claims."""

from __future__ import annotations

import json
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from allranks.protocol import Limits
from allranks.runs import cluster_of
from claim_corpus import CLAIMS
from lint_corpus import CORPUS, Findings
from trainlint.browser import claims_json, lint_json
from trainlint.engine import checks
from trainlint.pages import page_html

CLUSTER = cluster_of(Limits(), gpus=0).model_dump_json()


@pytest.fixture(scope="session")
def in_page(node: str, fresh_assets: Path) -> dict[str, Any]:
    """What Pyodide says of each text of the corpus, with the very files that the page loads."""
    asked = json.dumps({"texts": list(CORPUS.values()), "cluster": CLUSTER, "claims": json.dumps(CLAIMS)})
    command = [node, str(Path(__file__).with_name("lint_in_pyodide.mjs")), str(fresh_assets)]
    linted = subprocess.run(command, input=asked, capture_output=True, text=True, check=False)
    assert linted.returncode == 0, linted.stderr
    said: dict[str, Any] = json.loads(linted.stdout)
    return said


@pytest.fixture(scope="session")
def page_findings(in_page: dict[str, Any]) -> dict[str, Findings]:
    return dict(zip(CORPUS, in_page["findings"], strict=True))


@pytest.fixture(scope="session")
def page_answers(in_page: dict[str, Any]) -> dict[str, dict[str, bool | None]]:
    return dict(zip(CORPUS, in_page["answers"], strict=True))


@pytest.mark.parametrize("name", CORPUS)
def test_the_page_finds_what_the_terminal_finds(name: str, page_findings: dict[str, Findings]) -> None:
    assert page_findings[name] == json.loads(lint_json(CORPUS[name], CLUSTER))


@pytest.mark.parametrize("name", CORPUS)
def test_the_page_judges_claims_as_the_server_does(name: str, page_answers: dict[str, dict[str, bool | None]]) -> None:
    assert page_answers[name] == json.loads(claims_json(CORPUS[name], json.dumps(CLAIMS)))


def test_the_claims_get_every_answer(page_answers: dict[str, dict[str, bool | None]]) -> None:
    given = {name: {answers[name] for answers in page_answers.values()} for name in CLAIMS}
    assert [name for name, answers in given.items() if not answers >= {True, None}] == []
    assert sum(False in answers for answers in given.values()) > len(CLAIMS) / 2


def test_the_corpus_reaches_every_kind_of_finding(page_findings: dict[str, Findings]) -> None:
    sources = {finding["source"] for findings in page_findings.values() for finding in findings}
    assert sources == {"syntax", "pyflakes", "trainlint"}


def test_the_page_loads_the_linter_and_the_terminals_pyflakes(locked_packages: dict[str, str]) -> None:
    assert set(locked_packages) == {"pyflakes", "trainlint"} | {"allranks-completion", "jedi", "parso"}
    assert locked_packages["pyflakes"] == version("pyflakes")


def test_the_page_is_served_a_page_for_each_rule(fresh_assets: Path) -> None:
    written = {path.name: path.read_text(encoding="utf-8") for path in (fresh_assets.parent / "rules").iterdir()}
    assert {"index.html", *(f"{check.code}.html" for check in checks())} <= set(written)
    assert written["RTL101.html"] == page_html("RTL101")

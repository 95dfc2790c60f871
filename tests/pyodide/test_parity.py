"""The page and the terminal must find the same: same codes, same sentences, same places."""

from __future__ import annotations

import json
import subprocess
from importlib.metadata import version
from pathlib import Path

import pytest

from lint_corpus import CORPUS, Findings
from trainlint.browser import lint_json


@pytest.fixture(scope="session")
def page_findings(node: str, fresh_assets: Path) -> dict[str, Findings]:
    """What Pyodide finds in each text of the corpus, with the very files that the page loads."""
    texts = json.dumps(list(CORPUS.values()))
    command = [node, str(Path(__file__).with_name("lint_in_pyodide.mjs")), str(fresh_assets)]
    linted = subprocess.run(command, input=texts, capture_output=True, text=True, check=False)
    assert linted.returncode == 0, linted.stderr
    return dict(zip(CORPUS, json.loads(linted.stdout), strict=True))


@pytest.mark.parametrize("name", CORPUS)
def test_the_page_finds_what_the_terminal_finds(name: str, page_findings: dict[str, Findings]) -> None:
    assert page_findings[name] == json.loads(lint_json(CORPUS[name]))


def test_the_corpus_reaches_every_kind_of_finding(page_findings: dict[str, Findings]) -> None:
    sources = {finding["source"] for findings in page_findings.values() for finding in findings}
    assert sources == {"syntax", "pyflakes", "trainlint"}


def test_the_page_loads_the_linter_and_the_terminals_pyflakes(locked_packages: dict[str, str]) -> None:
    assert set(locked_packages) == {"pyflakes", "trainlint"}
    assert locked_packages["pyflakes"] == version("pyflakes")

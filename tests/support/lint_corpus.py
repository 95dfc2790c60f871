"""What is linted on both sides: the syntax cases, the linter's own cases and every program that learners are shown."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from syntax_cases import SYNTAX_CASES

ROOT = Path(__file__).parents[2]
PROGRAMS = ("tests/trainlint/cases", "exercises", "frontend/src/page")

Findings = list[dict[str, Any]]


def read_corpus() -> dict[str, str]:
    """Texts by name; a program's name is its path from the project's root."""
    files = sorted(file for folder in PROGRAMS for file in (ROOT / folder).rglob("*.py"))
    programs = {file.relative_to(ROOT).as_posix(): file.read_text(encoding="utf-8") for file in files}
    return {**SYNTAX_CASES, **programs}


CORPUS = read_corpus()

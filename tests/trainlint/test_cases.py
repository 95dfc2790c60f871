"""Every program under `cases/`: what stands beside it in JSON is found, and nothing else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from trainlint.engine import lint
from trainlint.fixing import apply_fixes

CASES = Path(__file__).with_name("cases")
PROGRAMS = sorted(CASES.rglob("*.py"))
MOST_ROUNDS = 8


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.relative_to(CASES).as_posix())
def test_a_case_has_exactly_its_findings(program: Path) -> None:
    expected = json.loads(program.with_suffix(".json").read_text())
    found = [diagnostic.to_dict() for diagnostic in lint(program.read_text())]
    assert [{key: row[key] for key in keys} for row, keys in zip(found, expected, strict=True)] == expected


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.relative_to(CASES).as_posix())
def test_a_good_case_expects_nothing_and_a_bad_one_something(program: Path) -> None:
    assert bool(json.loads(program.with_suffix(".json").read_text())) == (program.parent.name == "bad")


def test_the_cases_reach_every_rule() -> None:
    found = {row["code"] for file in CASES.rglob("*.json") for row in json.loads(file.read_text())}
    assert {"RTL001", "RTL002", "RTL101", "RTL102", "RTL301"} <= found


@pytest.mark.parametrize(
    "program", [path for path in PROGRAMS if path.parent.name == "bad"], ids=lambda path: path.name
)
def test_the_fixes_of_a_case_fit_together(program: Path) -> None:
    text = program.read_text()
    before = lint(text)
    for _ in range(MOST_ROUNDS):
        text, made = apply_fixes(text, lint(text))
        if not made:
            break
    after = lint(text)
    assert not [found for found in after if found.fix is not None]
    new = {found.code for found in after} - {found.code for found in before}
    assert new <= {"PYF401", "PYF841"}  # an import or a variable of what was taken out may be left over

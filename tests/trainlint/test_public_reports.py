"""Programs of public bug reports, and the same programs mended: what is found, and where.

    PYTHONPATH=backend python tests/trainlint/test_public_reports.py      prints the table

`reports/expected.json` says for each report that lint can find the lines (of its own program, without those that all
of them assume) and the codes that are right there; no codes, where no rule looks for it yet. The programs lie
beside the project; their mended twins are ours.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from trainlint.engine import lint

SHARED = Path(__file__).parents[2] / "../shared"
PROGRAMS = SHARED / "reports"
LOG = SHARED / "raytrain-reports.md"
TWINS = Path(__file__).with_name("reports")
EXPECTED = json.loads((TWINS / "expected.json").read_text())
SHARE = 0.9
"""Of the reports that lint can find, so many must be found."""

there_are_reports = pytest.mark.skipif(
    not LOG.exists(), reason="THE LOG OF REPORTS IS NOT BESIDE THE PROJECT: ITS PROGRAMS WERE NOT LINTED"
)


@dataclass(frozen=True, slots=True)
class Row:
    """One report. `also` are other codes that were found in its program."""

    report: str
    what: str
    verdict: str
    found: list[tuple[str, int]]
    also: list[tuple[str, int]]
    twin: list[tuple[str, int]]


def stages() -> dict[str, str]:
    """The stage at which each report can be found, by its number."""
    return dict(re.findall(r"^### (R\d\d) .*?^- stage: ([^\n]*)$", LOG.read_text(), re.MULTILINE | re.DOTALL))


def findings(text: str, lines_before: int = 0) -> list[tuple[str, int]]:
    """(code, line) of what our own rules find. pyflakes is left out: the short programs import more than they use."""
    return [(finding.code, finding.line - lines_before) for finding in lint(text) if finding.source != "pyflakes"]


def row(report: str) -> Row:
    """Lint one report and its twin."""
    assumed = (PROGRAMS / "helpers.py").read_text()
    found = findings(assumed + (PROGRAMS / f"{report}.py").read_text(), assumed.count("\n"))
    expected = EXPECTED[report]
    of_the_fault = [(code, line) for code, line in found if code in expected["codes"]]
    if any(line in expected["lines"] for _, line in of_the_fault):
        verdict = "found"
    else:
        verdict = "wrong place" if of_the_fault else "missed" if expected["codes"] else "no rule yet"
    twin = [(finding.code, finding.line) for finding in lint((TWINS / f"{report}_mended.py").read_text())]
    also = [finding for finding in found if finding not in of_the_fault]
    return Row(report, expected["what"], verdict, of_the_fault, also, twin)


def rows() -> list[Row]:
    return [row(report) for report in EXPECTED]


def table() -> str:
    """What a reader wants to see of all of it."""
    lines = [f"{'report':<8}{'verdict':<13}{'found':<14}{'also':<14}{'on the twin':<14}what is wrong"]
    for each in rows():
        cells = (shown(each.found), shown(each.also), shown(each.twin))
        lines.append(f"{each.report:<8}{each.verdict:<13}" + "".join(f"{cell:<14}" for cell in cells) + each.what)
    count = sum(each.verdict == "found" for each in rows())
    false = sum(bool(each.twin) for each in rows())
    share = count / len(EXPECTED)
    return "\n".join([*lines, f"{count} of {len(EXPECTED)} found ({share:.0%}), {false} mended programs not clean"])


def shown(found: list[tuple[str, int]]) -> str:
    return " ".join(f"{code}:{line}" for code, line in found) or "-"


@there_are_reports
def test_every_report_that_lint_can_find_is_in_the_table() -> None:
    assert {report for report, stage in stages().items() if "lint" in stage} == set(EXPECTED)


@there_are_reports
@pytest.mark.parametrize("report", EXPECTED)
def test_what_is_found_in_a_report_is_found_in_its_place(report: str) -> None:
    assert row(report).verdict != "wrong place"


@there_are_reports
def test_nine_of_ten_reports_are_found(capsys: pytest.CaptureFixture[str]) -> None:
    with capsys.disabled():
        print(f"\n{table()}")
    assert sum(each.verdict == "found" for each in rows()) >= SHARE * len(EXPECTED)


@pytest.mark.parametrize("report", EXPECTED)
def test_nothing_is_found_in_a_mended_program(report: str) -> None:
    assert lint((TWINS / f"{report}_mended.py").read_text()) == []


def test_every_mended_program_belongs_to_a_report() -> None:
    assert {file.name.removesuffix("_mended.py") for file in TWINS.glob("*.py")} == set(EXPECTED)


if __name__ == "__main__":
    print(table())

"""Findings as lines of a terminal."""

from __future__ import annotations

from allranks.cli.terminal import problem_lines
from allranks.protocol import Finding, ProblemsFound


def finding(line: int, todo: str = "Prepare it.") -> Finding:
    return Finding(
        code="RTL101",
        name="model-not-prepared",
        severity="warning",
        message="The model is not prepared.",
        todo=todo,
        line=line,
        column=4,
        end_line=line,
        end_column=9,
        page="rules/RTL101.html",
    )


def test_a_finding_is_a_row_with_what_to_do_under_it() -> None:
    assert problem_lines(ProblemsFound(findings=[finding(3)], left_out=0), "mine.py") == [
        "mine.py:3:5  warning  RTL101  The model is not prepared.",
        "                      Prepare it.",
        "trainlint: 1 problem. The program is run all the same.",
    ]


def test_rows_stand_under_one_another_and_what_is_left_out_is_counted() -> None:
    lines = problem_lines(ProblemsFound(findings=[finding(3, ""), finding(120, "")], left_out=4), "mine.py")
    assert [line.index("warning") for line in lines[:2]] == [15, 15]
    assert lines[2] == "trainlint: 6 problems, 4 of them not listed. The program is run all the same."

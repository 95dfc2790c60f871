from __future__ import annotations

from trainlint.engine import lint
from trainlint.terminal.formats.text import rendered, statistics
from trainlint.terminal.report import Linted, Report

UNUSED = "x = 1  # trainlint: ignore[PYF401] why\n"


def test_a_fix_that_can_be_made_is_shown() -> None:
    assert rendered(Report([Linted("a.py", lint(UNUSED + "print(y)\n"))])) == (
        "a.py:1:8: RTL004 warning: Nothing here is found as `PYF401`, so nothing is ignored.\n"
        "    Delete the comment. [--fix: Delete the comment]\n"
        "a.py:2:7: PYF821 error: The name `y` is not defined.\n"
        "    Import or define it, or mend its spelling.\n"
        "2 findings, 1 can be mended with --fix"
    )


def test_fixes_that_were_made_are_counted() -> None:
    assert rendered(Report([Linted("a.py", [], 2)])) == "2 fixed, nothing left."
    assert rendered(Report([Linted("a.py", lint("print(y)\n"), 1)])).endswith("\n1 fixed, 1 finding")
    assert rendered(Report()) == "Nothing found."


def test_statistics_count_each_code() -> None:
    report = Report([Linted("a.py", lint("import os\nprint(x, y)\n")), Linted("b.py", lint("print(z)\n"))])
    assert statistics(report) == "     3  PYF821  undefined-name\n     1  PYF401  unused-import"
    assert statistics(Report()) == "Nothing found."

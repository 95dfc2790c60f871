from __future__ import annotations

from trainlint.engine import lint
from trainlint.terminal.report import Linted, Report


def test_rows_name_the_file_of_each_finding_and_fixes_are_summed() -> None:
    report = Report([Linted("a.py", lint("import os\n"), 2), Linted("b.py", [], 1), Linted("c.py", lint("print(x)\n"))])
    assert [(name, finding.code) for name, finding in report.rows] == [("a.py", "PYF401"), ("c.py", "PYF821")]
    assert report.fixed == 3

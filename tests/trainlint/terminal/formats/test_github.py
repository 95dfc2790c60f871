from __future__ import annotations

from trainlint.diagnostic import Diagnostic
from trainlint.engine import lint
from trainlint.terminal.formats.github import rendered
from trainlint.terminal.report import Linted, Report


def test_a_finding_is_an_annotation_with_columns_from_1() -> None:
    assert rendered(Report([Linted("a.py", lint("import os\nprint(y)\n"))])) == (
        "::warning file=a.py,line=1,endLine=1,col=8,endColumn=10,title=trainlint PYF401"
        "::`os` is imported and never used. Delete it, or use it.\n"
        "::error file=a.py,line=2,endLine=2,col=7,endColumn=8,title=trainlint PYF821"
        "::The name `y` is not defined. Import or define it, or mend its spelling."
    )


def test_what_the_command_is_made_of_is_escaped_and_several_lines_have_no_columns() -> None:
    found = Diagnostic("RTL999", "x", "info", "100 %,\nyes: so.", "Go.", 1, 0, 2, 3, "trainlint")
    assert rendered(Report([Linted("a,b:c%.py", [found])])) == (
        "::notice file=a%2Cb%3Ac%25.py,line=1,endLine=2,title=trainlint RTL999::100 %25,%0Ayes: so. Go."
    )

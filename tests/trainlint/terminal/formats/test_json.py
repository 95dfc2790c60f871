from __future__ import annotations

import json

from trainlint.engine import lint
from trainlint.terminal.formats.json import rendered
from trainlint.terminal.report import Linted, Report


def test_a_row_is_the_diagnostic_and_its_file() -> None:
    found = lint("x = 1  # trainlint: ignore[PYF401] why\n")
    assert json.loads(rendered(Report([Linted("a.py", found)]))) == [
        json.loads(json.dumps({"file": "a.py", **finding.to_dict()})) for finding in found
    ]

from __future__ import annotations

import json

from trainlint.diagnostic import Diagnostic
from trainlint.engine import lint


def test_a_diagnostic_becomes_plain_values_under_its_field_names() -> None:
    diagnostic = lint("x = 'ü' + name\n")[0]
    assert json.loads(json.dumps(diagnostic.to_dict())) == {
        "code": "PYF821",
        "name": "undefined-name",
        "severity": "error",
        "message": "The name `name` is not defined.",
        "todo": "Import or define it, or mend its spelling.",
        "line": 1,
        "column": 10,
        "end_line": 1,
        "end_column": 14,
        "source": "pyflakes",
        "page": "",
        "fix": None,
    }
    assert Diagnostic(**diagnostic.to_dict()) == diagnostic


def test_columns_count_characters_and_neither_bytes_nor_utf_16_units() -> None:
    diagnostic = lint("x = '🚀é' + missing\n")[0]
    assert (diagnostic.column, diagnostic.end_column) == (11, 18)

"""The table of the programs says what their files say."""

from __future__ import annotations

from report_programs import TABLE, report_programs, table

PROGRAMS = report_programs()


def test_the_table_is_fresh() -> None:
    text = TABLE.read_text()

    assert text.endswith(table(PROGRAMS)), "write it anew: PYTHONPATH=backend:tests/support python -m report_programs"


def test_every_program_has_a_line_that_is_demanded_unless_none_can_be() -> None:
    without = [
        program.name
        for program in PROGRAMS
        if any(each.kind in ("cause", "stall") and each.line is None for each in program.expected)
    ]

    assert without == ["R46"]

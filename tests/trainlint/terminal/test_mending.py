from __future__ import annotations

import re
from collections.abc import Callable

from trainlint.diagnostic import Diagnostic, Edit, Fix
from trainlint.engine import lint
from trainlint.terminal.mending import ROUNDS, difference, mend


def renewing(changes: dict[str, str]) -> Callable[[str], list[Diagnostic]]:
    """A linter that wants each key of `changes`, in a text of one line, to be its value."""

    def find(text: str) -> list[Diagnostic]:
        return [
            Diagnostic(
                "RTL999", "old", "warning", "It is old.", "Renew it.", 1, match.start(), 1, match.end(), "trainlint",
                fix=Fix("Renew it", (Edit(1, match.start(), 1, match.end(), new),)),
            )
            for old, new in changes.items()
            for match in re.finditer(re.escape(old), text)
        ]  # fmt: skip

    return find


def test_a_fix_that_uncovers_another_is_followed() -> None:
    mended = mend("a = a", renewing({"a": "b", "b": "c"}))
    assert (mended.text, mended.found, mended.made, mended.does_not_parse) == ("c = c", [], 4, False)


def test_fixes_that_undo_each_other_end() -> None:
    assert mend("a = 1", renewing({"a": "b", "b": "a"})).made == ROUNDS


def test_a_round_that_would_break_the_program_is_not_made() -> None:
    mended = mend("a = 1", renewing({"a": "b", "b": "("}))
    assert (mended.text, len(mended.found), mended.made, mended.does_not_parse) == ("b = 1", 1, 1, True)


def test_what_has_no_fix_stays_found() -> None:
    mended = mend("import os\r\nx = 1  # trainlint: ignore[PYF841] why\r\n", lint)
    assert (mended.text, [finding.code for finding in mended.found]) == ("import os\nx = 1\n", ["PYF401"])


def test_a_difference_is_a_patch() -> None:
    assert difference("a.py", "x\ny", "x\nz") == (
        "--- a.py\n+++ a.py\n@@ -1,2 +1,2 @@\n x\n-y\n\\ No newline at end of file\n+z\n\\ No newline at end of file\n"
    )
    assert difference("a.py", "x\n", "x\n") == ""

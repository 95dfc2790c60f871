from __future__ import annotations

from trainlint.diagnostic import Diagnostic, Edit, Fix
from trainlint.fixing import apply_fixes


def found(*edits: Edit, line: int = 1) -> Diagnostic:
    fix = Fix("Mend it", edits) if edits else None
    return Diagnostic("RTL999", "sample", "info", "Wrong.", "Mend it.", line, 0, line, 1, "trainlint", "", fix)


def test_edits_are_made_from_the_end_so_that_places_stay_true() -> None:
    both = found(Edit(1, 0, 1, 3, "new"), Edit(2, 4, 2, 4, "more "))
    assert apply_fixes("old\nand text\n", [both]) == ("new\nand more text\n", 1)


def test_a_finding_without_a_fix_changes_nothing() -> None:
    assert apply_fixes("old\r\n", [found()]) == ("old\n", 0)


def test_columns_count_characters() -> None:
    assert apply_fixes("é🚀x", [found(Edit(1, 2, 1, 3, "y"))]) == ("é🚀y", 1)


def test_of_two_fixes_that_touch_the_second_waits_for_the_next_round() -> None:
    first, second = found(Edit(1, 0, 1, 4, "a")), found(Edit(1, 2, 1, 6, "b"))
    assert apply_fixes("abcdef", [first, second]) == ("aef", 1)


def test_an_edit_that_two_findings_bring_is_made_once() -> None:
    same = Edit(1, 0, 1, 0, "import x\n")
    assert apply_fixes("y\n", [found(same), found(same, line=2)]) == ("import x\ny\n", 1)

from __future__ import annotations

from pathlib import Path

import pytest

from trainlint.engine import lint
from trainlint.terminal.errors import UsageError
from trainlint.terminal.selection import Codes, Selection, checked_prefix


@pytest.mark.parametrize(
    ("select", "ignore", "taken", "left"),
    [
        (["ALL"], [], ["RTL101", "PYF401", "RTL001"], []),
        (["RTL1"], [], ["RTL101", "RTL001", "RTL002"], ["RTL301", "PYF401", "RTL004"]),
        (["RTL101", "PYF"], [], ["RTL101", "PYF821"], ["RTL102"]),
        (["ALL"], ["PYF"], ["RTL101"], ["PYF401"]),
        (["PYF401"], ["PYF"], ["PYF401"], ["PYF821"]),
        (["PYF"], ["PYF401"], ["PYF821"], ["PYF401"]),
        (["PYF401"], ["PYF401"], [], ["PYF401"]),
        (["ALL"], ["ALL"], [], ["PYF401", "RTL001"]),
        (["ALL"], ["RTL001"], ["RTL002"], ["RTL001"]),
        (["PYF"], ["RTL0"], ["PYF401"], ["RTL001"]),
    ],
)
def test_the_longest_beginning_decides(select: list[str], ignore: list[str], taken: list[str], left: list[str]) -> None:
    codes = Codes(tuple(select), tuple(ignore))
    assert [code for code in taken + left if codes.take(code)] == taken


@pytest.mark.parametrize("prefix", ["R", "rtl", "RTL1", " rtl101 ", "PYF", "ALL", "all"])
def test_a_beginning_of_a_code_is_taken_in_capitals(prefix: str) -> None:
    assert checked_prefix(prefix, "--select") == prefix.strip().upper()


@pytest.mark.parametrize("prefix", ["", "F401", "RTL1011", "model-not-prepared", "RTL9"])
def test_what_begins_no_code_is_refused(prefix: str) -> None:
    with pytest.raises(UsageError, match=f"--select: no code begins with '{prefix}'; expected ALL, a code such as"):
        checked_prefix(prefix, "--select")


def test_files_of_a_pattern_are_spared_what_it_names() -> None:
    folder = Path("/project")
    selection = Selection(Codes(), {"tests/": ("PYF4",), "*_old.py": ("ALL",)}, folder)
    found = lint("import os\nprint(name)\n")

    def codes(path: str) -> list[str]:
        return [finding.code for finding in selection.of(found, folder / path)]

    assert codes("train.py") == ["PYF401", "PYF821"]
    assert codes("tests/deep/train.py") == ["PYF821"]
    assert codes("deep/train_old.py") == []

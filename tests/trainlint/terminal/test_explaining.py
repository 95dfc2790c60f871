from __future__ import annotations

import pytest

from trainlint.engine import checks
from trainlint.terminal.errors import UsageError
from trainlint.terminal.explaining import explained


@pytest.mark.parametrize("check", checks(), ids=lambda check: check.code)
def test_every_check_is_explained_by_code_and_by_name(check: type) -> None:
    page = explained(check.code)  # type: ignore[attr-defined] # every check has one
    assert page == explained(check.name)  # type: ignore[attr-defined]
    assert "## What it does" in page


def test_a_code_may_be_written_small_and_one_of_pyflakes_names_flake8s() -> None:
    assert explained("rtl101").startswith("RTL101 model-not-prepared (warning)\n\nSeveral workers")
    assert "flake8 calls it F401" in explained("pyf401")
    assert explained("RTL004").startswith("RTL004 unused-ignore (warning, can be fixed)\n")


def test_what_no_check_is_called_is_refused() -> None:
    with pytest.raises(UsageError, match="--explain: no check is called 'RTL9'; expected a code such as RTL101"):
        explained("RTL9")

from __future__ import annotations

from trainlint.docs import page_of
from trainlint.rule import Check


class Sample(Check):
    """A summary.

    ## What it does
    Nothing.

    ## Example
    ```python
    a = 1
    ```
    And:
    ```python
    b = 2
    ```

    ## Use instead
    ```python
    c = 3
    ```
    """

    code = "RTL999"
    name = "sample"
    severity = "info"


class Bare(Check):
    """Only a summary."""

    code = "RTL998"
    name = "bare"
    severity = "info"


def test_a_docstring_becomes_summary_sections_and_programs() -> None:
    page = page_of(Sample)
    assert (page.code, page.name, page.severity, page.summary) == ("RTL999", "sample", "info", "A summary.")
    assert list(page.sections) == ["What it does", "Example", "Use instead"]
    assert page.sections["What it does"] == "Nothing."
    assert page.bad == ["a = 1\n", "b = 2\n"]
    assert page.good == ["c = 3\n"]


def test_a_page_without_sections_has_no_programs() -> None:
    page = page_of(Bare)
    assert (page.summary, page.sections, page.bad, page.good) == ("Only a summary.", {}, [], [])

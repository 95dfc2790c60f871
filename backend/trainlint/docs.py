"""The docstring of a check, taken apart into the parts of its page."""

from __future__ import annotations

import inspect
import re
from dataclasses import dataclass

from .diagnostic import Severity
from .rule import Check

_HEADING = re.compile(r"^## (.+)$", re.MULTILINE)
_BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Page:
    """One check explained. `sections` are Markdown by heading, in order; `bad` and `good` are the programs of the
    sections `Example` and `Use instead`, empty where there is none."""

    code: str
    name: str
    severity: Severity
    summary: str
    sections: dict[str, str]
    bad: list[str]
    good: list[str]


def page_of(check: type[Check]) -> Page:
    """The page of `check`."""
    text = inspect.getdoc(check) or ""
    summary, *rest = _HEADING.split(text)
    sections = {heading.strip(): body.strip() for heading, body in zip(rest[::2], rest[1::2], strict=True)}
    return Page(
        code=check.code,
        name=check.name,
        severity=check.severity,
        summary=summary.strip(),
        sections=sections,
        bad=_BLOCK.findall(sections.get("Example", "")),
        good=_BLOCK.findall(sections.get("Use instead", "")),
    )

"""What the linter found in a program before it ran."""

from __future__ import annotations

from typing import Literal

from .message import Message


class Finding(Message):
    """One finding of trainlint's, as `trainlint.Diagnostic` has it, without its fix.

    Lines count from 1, columns from 0 in characters, the end is exclusive. `page` is where the rule is explained,
    relative to the page (`rules/RTL101.html`); empty where nothing explains it.
    """

    code: str
    name: str
    severity: Literal["error", "warning", "info"]
    message: str
    todo: str
    line: int
    column: int
    end_line: int
    end_column: int
    page: str


class ProblemsFound(Message):
    """The server linted the submitted source, with the cluster that the page lints for, and found something.

    Written by the host alone, once, before the run starts, which goes on all the same. A run without it had nothing to
    be found. `left_out` findings more are not listed.
    """

    kind: Literal["problems_found"] = "problems_found"
    findings: list[Finding]
    left_out: int

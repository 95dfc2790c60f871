"""What a check is: facts as class attributes, and a docstring that is its page.

Codes are stable once shipped. RTL0xx: whether the file can be read at all; RTL1xx: the training loop; RTL2xx: the
configuration; RTL3xx: checkpoints and results; RTL4xx: old APIs. `PYF` and a number is what pyflakes found, under the
number that flake8 users know.
"""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar

from .diagnostic import Diagnostic, Edit, Fix, Origin, Severity
from .source import Span

if TYPE_CHECKING:
    from .cluster import Cluster
    from .module import Module


Node = ast.expr | ast.stmt | ast.keyword | ast.arg | ast.alias | ast.ExceptHandler


class Check:
    """Something that can be found in a file.

    The docstring of a subclass is its page: a first line, then the sections `What it does`, `Why is this bad?`,
    `Example`, `Use instead` and `Since which Ray`. The code blocks of the two in the middle are its test.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    severity: ClassVar[Severity]
    origin: ClassVar[Origin] = "trainlint"
    symptoms: ClassVar[tuple[str, ...]] = ()
    """What people see and say before they know the cause ("my run hangs at the end of an epoch"), for the index."""
    fixable: ClassVar[bool] = False
    """Whether the finding in its example carries a fix."""
    needs_cluster: ClassVar[bool] = False
    """Whether it may be silent because nobody says what the program will run on."""
    needs_of_cluster: ClassVar[str] = ""
    """The field of `Cluster` without which it is silent, if there is one."""
    example_cluster: ClassVar[Cluster | None] = None
    """What the programs of its page are linted for."""

    @classmethod
    def diagnostic(cls, span: Span, message: str, todo: str, fix: Fix | None = None) -> Diagnostic:
        """A finding of this check at `span`."""
        return Diagnostic(
            code=cls.code,
            name=cls.name,
            severity=cls.severity,
            message=message,
            todo=todo,
            line=span.line,
            column=span.column,
            end_line=span.end_line,
            end_column=span.end_column,
            source=cls.origin,
            page=f"rules/{cls.code}.html" if cls.origin != "pyflakes" else "",
            fix=fix,
        )


class Rule(Check, ABC):
    """A check of a file that parses. One in each file of `rules/`; the engine finds it there.

    A rule that is not sure stays silent.
    """

    @abstractmethod
    def check(self, module: Module) -> Iterator[Diagnostic]:
        """Yield each finding in `module`, in any order."""

    def at(self, module: Module, node: Node, message: str, todo: str, fix: Fix | None = None) -> Diagnostic:
        """A finding that covers `node`."""
        return self.diagnostic(module.source.node_span(node), message, todo, fix)


def replaced(module: Module, node: Node, text: str) -> Edit:
    """The edit that puts `text` in the place of `node`."""
    return Edit(*module.source.node_span(node), text)


def inserted(module: Module, node: Node, text: str, *, after: bool = False) -> Edit:
    """The edit that puts `text` before `node`, or after it."""
    span = module.source.node_span(node)
    line, column = (span.end_line, span.end_column) if after else (span.line, span.column)
    return Edit(line, column, line, column, text)

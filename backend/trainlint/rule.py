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

from .diagnostic import Diagnostic, Origin, Severity
from .source import Span

if TYPE_CHECKING:
    from .module import Module


class Check:
    """Something that can be found in a file.

    The docstring of a subclass is its page: a first line, then the sections `What it does`, `Why is this bad?`,
    `Example` and `Use instead`. The code blocks of the last two are its test.
    """

    code: ClassVar[str]
    name: ClassVar[str]
    severity: ClassVar[Severity]
    origin: ClassVar[Origin] = "trainlint"

    @classmethod
    def diagnostic(cls, span: Span, message: str, todo: str) -> Diagnostic:
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
        )


class Rule(Check, ABC):
    """A check of a file that parses. One in each file of `rules/`; the engine finds it there.

    A rule that is not sure stays silent.
    """

    @abstractmethod
    def check(self, module: Module) -> Iterator[Diagnostic]:
        """Yield each finding in `module`, in any order."""

    def at(self, module: Module, node: ast.expr | ast.stmt, message: str, todo: str) -> Diagnostic:
        """A finding that covers `node`."""
        return self.diagnostic(module.source.node_span(node), message, todo)

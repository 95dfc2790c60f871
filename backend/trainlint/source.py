"""The text of one file, and how to name a place in it."""

from __future__ import annotations

import ast
from bisect import bisect_right
from typing import NamedTuple


class Span(NamedTuple):
    """A place: lines from 1, columns from 0 in characters, end exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int


class Source:
    """Text with its line table.

    `text` has every line end as `\\n`, which changes no line number and no column. Only what Python takes for a line
    end is one: `str.splitlines` would also split at form feeds and Unicode separators.
    """

    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n").replace("\r", "\n")
        self.lines = self.text.split("\n")
        self._starts = [0]
        for line in self.lines[:-1]:
            self._starts.append(self._starts[-1] + len(line) + 1)

    def position(self, offset: int) -> tuple[int, int]:
        """(line, column) of the character at `offset` in `text`."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1]

    def offset(self, line: int, column: int) -> int:
        """The offset in `text` of a place in it."""
        return self._starts[line - 1] + column

    def span(self, start: int, end: int) -> Span:
        """The place of `text[start:end]`."""
        return Span(*self.position(start), *self.position(end))

    def line_text(self, line: int) -> str:
        """Line `line`, or the empty string where there is none (parsers like to point one past the end)."""
        return self.lines[line - 1] if 0 < line <= len(self.lines) else ""

    def character_column(self, line: int, byte_column: int) -> int:
        """`ast` counts columns in UTF-8 bytes; this gives characters."""
        text = self.line_text(line)
        if text.isascii():
            return byte_column
        return len(text.encode("utf-8", "surrogatepass")[:byte_column].decode("utf-8", "ignore"))

    def node_span(self, node: ast.expr | ast.stmt | ast.ExceptHandler | ast.arg | ast.keyword | ast.alias) -> Span:
        """The place of a syntax tree node."""
        end_line = node.end_lineno or node.lineno
        end_column = node.col_offset if node.end_col_offset is None else node.end_col_offset
        return Span(
            node.lineno,
            self.character_column(node.lineno, node.col_offset),
            end_line,
            self.character_column(end_line, end_column),
        )

    def whole_line(self, line: int) -> Span:
        """Line `line` without its indentation and trailing blanks; the nearest real line if there is no such line."""
        line = min(max(line, 1), len(self.lines))
        text = self.lines[line - 1]
        column = len(text) - len(text.lstrip())
        end = len(text.rstrip())
        return Span(line, column, line, end) if end > column else Span(line, 0, line, len(text))

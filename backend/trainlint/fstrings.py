"""What Python 3.11 refuses inside an f-string, found without asking the running Python.

Since 3.12 the tokenizer reads f-strings as ordinary code: it takes more of them and points elsewhere when it does not.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal

from .parsing import is_expression

_OPENS, _CLOSES = "([{", ")]}"
_DEEPEST_FIELD = 2

FStringFaultKind = Literal[
    "unclosed", "single", "empty", "backslash", "comment", "conversion", "nested", "bracket", "expression"
]


@dataclass(frozen=True, slots=True)
class FStringFault:
    """The first fault of one f-string. Offsets are into the whole text."""

    kind: FStringFaultKind
    start: int
    end: int


class _FaultFound(Exception):
    """Leaves the reader, from however deep."""

    def __init__(self, kind: FStringFaultKind, start: int, end: int) -> None:
        self.fault = FStringFault(kind, start, end)
        super().__init__(kind)


class _Reader:
    """Walks `text[at:end]`, the part of the f-string between its quotes."""

    def __init__(self, text: str, at: int, end: int, raw: bool) -> None:
        self.text = text
        self.at = at
        self.end = end
        self.raw = raw
        self.expressions: list[tuple[int, int]] = []

    def literal(self, depth: int) -> None:
        """Read plain text and fields; inside a format specification, stop at the brace that ends it."""
        while self.at < self.end:
            character = self.text[self.at]
            if character == "\\" and not self.raw:
                if self.text.startswith("\\N{", self.at):
                    closing = self.text.find("}", self.at, self.end)
                    self.at = closing + 1 if closing >= 0 else self.end
                else:
                    self.at += 1 if self.text[self.at + 1] in "{}" else 2
            elif depth == 0 and self.text[self.at : min(self.at + 2, self.end)] in ("{{", "}}"):
                self.at += 2
            elif character == "}":
                if depth:
                    return
                raise _FaultFound("single", self.at, self.at + 1)
            elif character == "{":
                self.field(depth + 1)
            else:
                self.at += 1

    def field(self, depth: int) -> None:
        """Read one `{expression!r:spec}`."""
        opening = self.at
        if depth > _DEEPEST_FIELD:
            raise _FaultFound("nested", opening, opening + 1)
        self.at += 1
        start = self.at
        self.expression(opening)
        if not self.text[start : self.at].strip():
            raise _FaultFound("empty", opening, min(self.at + 1, self.end))
        self.expressions.append((start, self.at))
        if self._peek() == "=":
            self.at += 1
            while self._peek().isspace():
                self.at += 1
        if self._peek() == "!":
            letter = self.text[self.at + 1 : min(self.at + 2, self.end)]
            if letter not in ("s", "r", "a") or self.text[self.at + 2] not in ":}":
                raise _FaultFound("conversion", self.at, min(self.at + 2, self.end))
            self.at += 2
        if self._peek() == ":":
            self.at += 1
            self.literal(depth)
        if self._peek() != "}":
            raise _FaultFound("unclosed", opening, opening + 1)
        self.at += 1

    def expression(self, opening: int) -> None:
        """Advance to the character that ends the expression."""
        nesting: list[str] = []
        while self.at < self.end:
            character = self.text[self.at]
            if character == "\\":
                raise _FaultFound("backslash", self.at, self.at + 1)
            if character == "#":
                raise _FaultFound("comment", self.at, self.at + 1)
            if character in "\"'":
                self._string(opening)
                continue
            if character in _OPENS:
                nesting.append(_CLOSES[_OPENS.index(character)])
            elif character in _CLOSES and nesting:
                if nesting.pop() != character:
                    raise _FaultFound("bracket", self.at, self.at + 1)
            elif not nesting and character in "}:!=<>":
                if self.text[self.at : self.at + 2] in ("!=", "==", "<=", ">="):
                    self.at += 2
                    continue
                if character not in "<>":
                    return
            elif character in ")]":
                raise _FaultFound("bracket", self.at, self.at + 1)
            self.at += 1
        raise _FaultFound("unclosed", opening, opening + 1)

    def _string(self, opening: int) -> None:
        quote = self.text[self.at]
        quote = quote * 3 if self.text.startswith(quote * 3, self.at) else quote
        closing = self.text.find(quote, self.at + len(quote), self.end)
        if closing < 0:
            raise _FaultFound("unclosed", opening, opening + 1)
        escape = self.text.find("\\", self.at, closing)
        if escape >= 0:
            raise _FaultFound("backslash", escape, escape + 1)
        self.at = closing + len(quote)

    def _peek(self) -> str:
        return self.text[self.at] if self.at < self.end else ""


def fault_in_f_string(text: str, start: int, end: int, *, parse_expressions: bool) -> FStringFault | None:
    """The first fault of the f-string `text[start:end]`, quotes and prefix included.

    `parse_expressions` also parses each expression: needed only where the file is known not to parse.
    """
    reader = _reader(text, start, end)
    try:
        reader.literal(0)
    except _FaultFound as found:
        return found.fault
    for first, last in reader.expressions if parse_expressions else ():
        if not is_expression(text[first:last]):
            return FStringFault("expression", first, last)
    return None


def expressions_in(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The offsets of what stands in the braces of the f-string `text[start:end]`, up to its first fault."""
    reader = _reader(text, start, end)
    with suppress(_FaultFound):
        reader.literal(0)
    return reader.expressions


_HEAD = re.compile(r"([A-Za-z]*)(\"\"\"|'''|\"|')")


def _reader(text: str, start: int, end: int) -> _Reader:
    prefix, quotes = _HEAD.match(text, start).groups()  # type: ignore[union-attr] # a string token begins at `start`
    return _Reader(text, start + len(prefix) + len(quotes), end - len(quotes), "r" in prefix.lower())

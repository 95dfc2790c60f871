"""A first look at the text, before any parser: strings, brackets, and how deep it nests.

Python 3.11 and the 3.14 of the browser split strings differently and name lexical errors differently, and a file that
nests too deeply kills a WebAssembly interpreter for good. So the linter looks by itself first, always with the eyes of
Python 3.11, where an f-string is one token that ends at its first matching quote.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

_TOKEN = re.compile(
    r"""
    (?P<string>(?:(?<!\w)[A-Za-z]{1,2})?
        (?: \"\"\"(?:[^\"\\]|\\[\s\S]|\"(?!\"\"))*\"\"\" | '''(?:[^'\\]|\\[\s\S]|'(?!''))*'''
          | \"(?!\"\")(?:[^\"\\\n]|\\[\s\S])*\"  | '(?!'')(?:[^'\\\n]|\\[\s\S])*' ))
  | (?P<opener>\"\"\"|'''|\"|')
  | (?P<comment>\#[^\n]*)
  | (?P<open>[(\[{])
  | (?P<close>[)\]}])
  | (?P<comma>[,;])
  | (?P<continuation>\\\n)
  | (?P<newline>\n)
  | (?P<elif>\belif\b)
  | (?P<chain>[-+*/%@&|^~<>=.:!]+|\b(?:not|and|or|if|else|lambda|await|for|in|is)\b)
    """,
    re.VERBOSE,
)

_PREFIXES = {"", "r", "u", "b", "f", "br", "rb", "fr", "rf"}
_CLOSES = {"(": ")", "[": "]", "{": "}"}

DEEPEST = 200
"""Levels of nesting that are looked at. Both interpreters can take about twice that before they give up."""

FaultKind = Literal["unterminated", "prefix", "unclosed", "unmatched", "mismatched"]


@dataclass(frozen=True, slots=True)
class Fault:
    """The first thing that no Python 3.11 tokenizer gets past. Offsets are into the text; `other` is the opening
    bracket that a `mismatched` one closes."""

    kind: FaultKind
    start: int
    end: int
    other: int | None = None


@dataclass(slots=True)
class Scan:
    """What the look found. `f_strings` are (start, end) offsets in the order of the file."""

    f_strings: list[tuple[int, int]] = field(default_factory=list)
    fault: Fault | None = None
    too_deep_at: int | None = None


# Every way begins with a character of its own, which lets the search skip all others.
_MARK = re.compile(
    r"""\"\"\"(?:[^\"\\]|\\[\s\S]|\"(?!\"\"))*\"\"\"|'''(?:[^'\\]|\\[\s\S]|'(?!''))*'''"""
    r"""|\"(?!\"\")(?:[^\"\\\n]|\\[\s\S])*\"|'(?!'')(?:[^'\\\n]|\\[\s\S])*'"""
    r"""|\"\"\"|'''|\"|'|\#[^\n]*|\(|\[|\{|\)|\]|\}|\\\n|\n"""
)


def scan(text: str) -> Scan:
    """Look at all of `text`. Stops at the first fault, and where it gets too deep.

    Only a long logical line can be deep, so that only those are looked at operator by operator."""
    if text.count("elif") > DEEPEST:
        return look_closely(text, 0, len(text))
    found = Scan()
    brackets: list[int] = []
    line_start = 0

    def ended(at: int, fault: Fault | None) -> Scan:
        found.too_deep_at = _deep_place(text, line_start, at)
        if found.too_deep_at is not None:
            found.f_strings = [place for place in found.f_strings if place[0] < found.too_deep_at]
        else:
            found.fault = fault
        return found

    for match in _MARK.finditer(text):
        start = match.start()
        mark = text[start]
        if mark == "\n":
            if not brackets:
                if start - line_start > DEEPEST and _deep_place(text, line_start, start) is not None:
                    return ended(start, None)
                line_start = start + 1
        elif mark in "([{":
            brackets.append(start)
        elif mark in ")]}":
            if not brackets:
                return ended(start, Fault("unmatched", start, start + 1))
            opening = brackets.pop()
            if _CLOSES[text[opening]] != mark:
                return ended(start, Fault("mismatched", start, start + 1, opening))
        elif mark in "\"'":
            end = match.end()
            if end - start in (1, 3) and match[0] == mark * (end - start):
                line_end = text.find("\n", start) if end - start == 1 else end
                return ended(start, Fault("unterminated", start, line_end if line_end >= 0 else len(text)))
            prefix = _prefix_before(text, start)
            if prefix.lower() not in _PREFIXES:
                return ended(start, Fault("prefix", start - len(prefix), start))
            if "f" in prefix or "F" in prefix:
                found.f_strings.append((start - len(prefix), end))
    return ended(len(text), Fault("unclosed", brackets[-1], brackets[-1] + 1) if brackets else None)


def _prefix_before(text: str, quote: int) -> str:
    """The one or two letters that stand alone before a quote."""
    start = quote
    while start > 0 and quote - start < 3 and text[start - 1].isascii() and text[start - 1].isalpha():
        start -= 1
    stands_alone = start == 0 or not (text[start - 1].isalnum() or text[start - 1] == "_")
    return text[start:quote] if quote - start < 3 and stands_alone else ""


def _deep_place(text: str, start: int, end: int) -> int | None:
    """Where the logical line `text[start:end]` gets too deep."""
    return look_closely(text, start, end).too_deep_at if end - start > DEEPEST else None


def look_closely(text: str, start_at: int, end_at: int) -> Scan:
    """The same as `scan` for `text[start_at:end_at]`, which begins a logical line: token by token."""
    found = Scan()
    brackets: list[int] = []
    # chains[-1] counts the operators since the last comma on this level: each may be one more level of the tree.
    chains = [0]
    elifs, elif_indentation = 0, 0
    deep = 0
    for match in _TOKEN.finditer(text, start_at, end_at):
        kind = match.lastgroup
        start = match.start()
        if kind == "chain":
            chains[-1] += match.end() - start if text[start] in "-+~" else 1
            deep = len(brackets) + sum(chains) if chains[-1] > 9 else deep
        elif kind == "string":
            quote = min(position for position in (match[0].find("'"), match[0].find('"')) if position >= 0)
            prefix = match[0][:quote].lower()
            if prefix not in _PREFIXES:
                found.fault = Fault("prefix", start, start + quote)
                return found
            if "f" in prefix:
                found.f_strings.append((start, match.end()))
        elif kind == "comma":
            chains[-1] = 0
        elif kind == "open":
            brackets.append(start)
            chains.append(0)
            deep = len(brackets) + sum(chains)
        elif kind == "close":
            if not brackets:
                found.fault = Fault("unmatched", start, start + 1)
                return found
            opening = brackets.pop()
            if _CLOSES[text[opening]] != text[start]:
                found.fault = Fault("mismatched", start, start + 1, opening)
                return found
            chains.pop()
            chains[-1] += 1  # a call or a subscript is a level too: f()()()
            deep = len(brackets) + sum(chains) if chains[-1] > 9 else deep
        elif kind == "newline" and not brackets:
            chains[-1] = 0
            if elifs and _ends_elif_chain(text, start + 1, elif_indentation):
                elifs = 0
        elif kind == "elif":
            indentation = start - text.rfind("\n", 0, start) - 1
            elif_indentation = min(elif_indentation, indentation) if elifs else indentation
            elifs += 1
            deep = elifs
        elif kind == "opener":
            line_end = text.find("\n", start) if len(match[0]) == 1 else match.end()
            found.fault = Fault("unterminated", start, line_end if line_end >= 0 else len(text))
            return found
        if deep > DEEPEST:
            found.too_deep_at = start
            return found
    if brackets:
        found.fault = Fault("unclosed", brackets[-1], brackets[-1] + 1)
    return found


def comments(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of every comment of a text that has no fault."""
    return (match.span() for match in _TOKEN.finditer(text) if match.lastgroup == "comment")


_LINE_HEAD = re.compile(r"([ \t\f]*)(elif\b|else\b|\#|\n|\Z)?")


def _ends_elif_chain(text: str, line_start: int, indentation: int) -> bool:
    """Whether the line is a statement beside the chain, and not one of its branches, a comment or blank."""
    head = _LINE_HEAD.match(text, line_start)
    return head is not None and head[2] is None and len(head[1]) <= indentation

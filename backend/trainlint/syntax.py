"""Text to syntax tree, with Python 3.11's eyes on any Python, or one finding that says why not."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from .diagnostic import Diagnostic
from .fault_sentences import F_STRING_FAULTS, FAULTS
from .fstrings import FStringFault, expressions_in, fault_in_f_string
from .lexing import DEEPEST, Fault, Scan, scan
from .parsing import parse_module
from .rule import Check
from .source import Source, Span
from .syntax_kinds import BY_LINE, BY_MESSAGE

LONGEST = 1_000_000
"""Characters of a file that is still looked at."""

_BARE_EXCEPT = re.compile(r"\s*except\s+[\w.]+\s*,[^:#]*:")


class InvalidSyntax(Check):
    """The file is not Python 3.11.

    ## What it does
    Says where reading the file failed. Only the first place is known; nothing else is checked until it is mended.

    ## Why is this bad?
    Python refuses the whole file. Programs are read as Python 3.11, the oldest that is supported here, so syntax that
    only newer versions know is refused too.

    ## Example
    ```python
    for epoch in range(3)
        print(epoch)
    ```

    ## Use instead
    ```python
    for epoch in range(3):
        print(epoch)
    ```
    """

    code = "RTL001"
    name = "invalid-syntax"
    severity = "error"
    origin = "syntax"


class NotChecked(Check):
    """The file could not be checked.

    ## What it does
    Says that the linter did not look at this file, or that one of its rules failed on it.

    ## Why is this bad?
    Silence would look like praise. The file itself may be quite right.
    """

    code = "RTL002"
    name = "not-checked"
    severity = "info"


def parse(source: Source) -> ast.Module | Diagnostic:
    """The tree of `source`, or the one finding that stands for the whole file."""
    unreadable = re.search("[\x00\ud800-\udfff]", source.text)
    if unreadable:
        return InvalidSyntax.diagnostic(
            source.span(unreadable.start(), unreadable.end()),
            f"The file holds the character U+{ord(unreadable[0]):04X}, which no Python file may hold.",
            "Delete it.",
        )
    if len(source.text) > LONGEST:
        return not_checked(source, 1, f"The file is longer than {LONGEST} characters.", "Split it.")
    looked = scan(source.text)
    deep_at = looked.too_deep_at if looked.too_deep_at is not None else _deep_f_string(source.text, looked)
    if deep_at is not None:
        line = source.position(deep_at)[0]
        return not_checked(source, line, "This nests too deeply to be checked.", "Split it into several statements.")
    in_f_string = _first_f_string_fault(source, looked, parse_expressions=False)
    if in_f_string is not None:
        return _error_before(source, in_f_string[0], "''") or _f_string_finding(source, in_f_string[1])
    if looked.fault and looked.fault.kind != "unclosed":
        stand_in = "" if looked.fault.kind in ("unmatched", "mismatched") else "''"
        return _error_before(source, looked.fault.start, stand_in) or _fault_finding(source, looked.fault)
    try:
        return parse_module(source.text)
    except SyntaxError as error:
        return _explain(source, looked, error)
    except (RecursionError, MemoryError):
        return not_checked(source, 1, "The file nests too deeply to be checked.", "Split its longest statement.")


def _deep_f_string(text: str, looked: Scan) -> int | None:
    """The offset of an f-string with too deep an expression. Since 3.12 it is parsed like the code around it."""
    for start, end in looked.f_strings:
        for first, last in expressions_in(text, start, end) if end - start > DEEPEST else ():
            inner = scan(text[first:last])
            if inner.too_deep_at is not None or _deep_f_string(text[first:last], inner) is not None:
                return start
    return None


def _error_before(source: Source, offset: int, stand_in: str) -> Diagnostic | None:
    """What the parser finds in the lines before a fault; what follows it is never parsed, because versions differ in
    how they get past it. `stand_in` takes the place of the faulty text."""
    try:
        parse_module(source.text[:offset] + stand_in)
    except SyntaxError as error:
        is_cut_short = "was never closed" in error.msg or (error.lineno or 1) >= source.position(offset)[0]
        return None if is_cut_short else _parser_finding(source, error)
    except (RecursionError, MemoryError):
        pass
    return None


def not_checked(source: Source, line: int, message: str, todo: str) -> Diagnostic:
    """Say that the file, from `line` on, was not looked at."""
    return NotChecked.diagnostic(source.whole_line(line), message, todo)


def _explain(source: Source, looked: Scan, error: SyntaxError) -> Diagnostic:
    """Choose between the parser's error, an open bracket and what stands in an f-string: the earlier line wins, and on
    the same line not the parser, because what it says depends on its version."""
    parser_line = _line_of(source, error)
    if looked.fault and source.position(looked.fault.start)[0] <= parser_line:
        return _fault_finding(source, looked.fault)
    in_f_string = _first_f_string_fault(source, looked, parse_expressions=True)
    if in_f_string and source.position(in_f_string[0])[0] <= parser_line:
        return _f_string_finding(source, in_f_string[1])
    beside_name = _f_string_beside_name(source, looked, error)
    if beside_name is not None:
        return InvalidSyntax.diagnostic(
            source.span(*beside_name),
            "This f-string follows a name with nothing between them.",
            "Write a comma or an operator between them.",
        )
    return _parser_finding(source, error)


def _f_string_beside_name(source: Source, looked: Scan, error: SyntaxError) -> tuple[int, int] | None:
    """The f-string that the parser means. 3.11 stops at it, as at any string; 3.12 does not take it for a string, and
    misses a comma where the name begins."""
    if not error.lineno or error.lineno > len(source.lines):
        return None
    start = source.offset(error.lineno, (error.offset or 1) - 1)
    if "Perhaps you forgot a comma" in error.msg:
        name = re.compile(r"[^\W\d]\w*\s*").match(source.text, start)
        start = name.end() if name else start
    elif error.msg != "invalid syntax" or not re.search(r"[^\W\d]\w*\s*\Z", source.text[:start]):
        return None
    return next((place for place in looked.f_strings if place[0] == start), None)


def _first_f_string_fault(source: Source, looked: Scan, *, parse_expressions: bool) -> tuple[int, FStringFault] | None:
    """(offset of the f-string, its first fault)."""
    for start, end in looked.f_strings:
        fault = fault_in_f_string(source.text, start, end, parse_expressions=parse_expressions)
        if fault:
            return start, fault
    return None


def _fault_finding(source: Source, fault: Fault) -> Diagnostic:
    message, todo = FAULTS[fault.kind]
    message = message.format(
        text=source.text[fault.start : fault.end],
        other="" if fault.other is None else source.text[fault.other],
        line=0 if fault.other is None else source.position(fault.other)[0],
    )
    return InvalidSyntax.diagnostic(source.span(fault.start, fault.end), message, todo)


def _f_string_finding(source: Source, fault: FStringFault) -> Diagnostic:
    message, todo = F_STRING_FAULTS[fault.kind]
    return InvalidSyntax.diagnostic(source.span(fault.start, fault.end), message, todo)


def _parser_finding(source: Source, error: SyntaxError) -> Diagnostic:
    line = _line_of(source, error)
    text = source.line_text(line)
    for kind in BY_LINE:
        if kind.pattern.search(text):
            return InvalidSyntax.diagnostic(source.whole_line(line), kind.message, kind.todo)
    if _is_placed_by_version(text, error):
        return InvalidSyntax.diagnostic(
            source.whole_line(line),
            "Python cannot make sense of this line.",
            "Look for a missing comma, point or operator.",
        )
    for kind in BY_MESSAGE:
        match = kind.pattern.search(error.msg)
        if match:
            span = source.whole_line(line) if kind.covers == "line" else _range(source, line, error)
            return InvalidSyntax.diagnostic(span, kind.message.format(*match.groups()), kind.todo)
    span = _range(source, line, error, one_token=True)
    if (error.offset or 1) > len(text.rstrip()):
        return InvalidSyntax.diagnostic(span, "This line ends before its statement does.", "Write the missing part.")
    token = source.lines[span.line - 1][span.column : span.end_column]
    return InvalidSyntax.diagnostic(
        span, f"Python cannot make sense of `{token}` here.", "Look at this line and the end of the one before it."
    )


def _is_placed_by_version(text: str, error: SyntaxError) -> bool:
    """Whether versions differ in where they see the fault: since 3.12 `type` may begin a statement, and since 3.13 a
    comma is missed in the annotation of a result too."""
    misses_comma = "Perhaps you forgot a comma" in error.msg
    if "->" in text and (misses_comma or error.msg == "expected ':'"):
        return (error.offset or 1) <= len(text.rstrip())
    return (misses_comma or error.msg == "invalid syntax") and re.search(r"\btype\b\s*[\w('\"]", text) is not None


def _line_of(source: Source, error: SyntaxError) -> int:
    """The line that 3.11's parser stops at. Python 3.14 takes `except A, B:` and stops somewhere behind it."""
    line = min(max(error.lineno or 1, 1), len(source.lines))
    for earlier in range(1, line):
        head = _BARE_EXCEPT.match(source.line_text(earlier))
        if head and _is_refused(source.lines[: earlier - 1], head[0]):
            return earlier
    return line


def _is_refused(lines_before: Sequence[str], except_head: str) -> bool:
    """Whether the line is code, and not part of a string, and is refused for the parentheses that it lacks."""
    try:
        parse_module("\n".join([*lines_before, f"{except_head} pass"]))
    except SyntaxError as error:
        return "without parentheses" in error.msg
    except (RecursionError, MemoryError):
        pass
    return False


def _range(source: Source, line: int, error: SyntaxError, *, one_token: bool = False) -> Span:
    """The parser's span within its line: at least one character, and the last one where it points past the end."""
    text = source.line_text(line)
    length = len(text.rstrip())
    start = (error.offset or 1) - 1
    if not 0 <= start < length:
        return Span(line, max(length - 1, 0), line, length)
    end = (error.end_offset or 0) - 1 if error.end_lineno == line else length
    if one_token or end <= start:
        token = re.compile(r"\w+|\W").match(text, start)
        end = token.end() if token else start + 1
    return Span(line, start, line, min(end, length))

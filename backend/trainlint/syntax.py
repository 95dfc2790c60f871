"""Text to syntax tree, with Python 3.11's eyes on any Python, or one finding that says why not."""

from __future__ import annotations

import ast
import re
import sys
import warnings
from threading import Lock

from .diagnostic import Diagnostic
from .fstrings import FStringFault, FStringFaultKind, fault_in_f_string
from .lexing import Fault, FaultKind, Scan, scan
from .rule import Check
from .source import Source, Span
from .syntax_kinds import BY_LINE, BY_MESSAGE

GRAMMAR = (3, 11)
LONGEST = 1_000_000
"""Characters of a file that is still looked at."""

# `warnings.catch_warnings` swaps a global of the process.
_parsing = Lock()


class InvalidSyntax(Check):
    """The file is not Python 3.11.

    ## What it does
    Says where reading the file failed. Only the first place is known; nothing else is checked until it is mended.

    ## Why is this bad?
    Python refuses the whole file. Ray's workers run Python 3.11, so syntax that only newer versions know fails too.

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


_FAULTS: dict[FaultKind, tuple[str, str]] = {
    "unterminated": (
        "This string is never closed.",
        "Write the closing quote, or use triple quotes for several lines.",
    ),
    "prefix": ("Python 3.11 knows no string with the prefix `{text}`.", "Use `f`, `r`, `b`, `rb`, `fr` or no prefix."),
    "unclosed": ("This `{text}` is never closed.", "Write the closing bracket where it belongs."),
    "unmatched": ("This `{text}` closes nothing.", "Delete it, or write the opening bracket."),
    "mismatched": (
        "This `{text}` cannot close the `{other}` of line {line}.",
        "Make the two fit, or close the inner bracket first.",
    ),
}

_F_STRING_FAULTS: dict[FStringFaultKind, tuple[str, str]] = {
    "unclosed": (
        "A brace of this f-string is still open where the string ends.",
        "Close the brace; inside the braces use the other kind of quote (only Python 3.12 takes the same).",
    ),
    "single": ("A single `}` in an f-string closes nothing.", "Write `}}` for a brace in the text."),
    "empty": ("There is nothing between these braces.", "Write an expression, or `{{}}` for braces in the text."),
    "backslash": (
        "Python 3.11 takes no backslash inside the braces of an f-string.",
        "Compute the value on a line of its own.",
    ),
    "comment": ("Python 3.11 takes no `#` inside the braces of an f-string.", "Move the comment out of the string."),
    "conversion": ("After `!` in an f-string only `s`, `r` or `a` may follow.", "Use one of them, or delete the `!`."),
    "nested": ("Braces nest too deeply in this f-string.", "Compute the format on a line of its own."),
    "bracket": ("The brackets inside these braces do not match.", "Close each bracket inside the braces."),
    "expression": (
        "What stands in these braces is not an expression.",
        "Write one expression that Python can compute.",
    ),
}


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
    if looked.too_deep_at is not None:
        line = source.position(looked.too_deep_at)[0]
        return not_checked(source, line, "This nests too deeply to be checked.", "Split it into several statements.")
    try:
        with _parsing, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(source.text, feature_version=GRAMMAR)
    except SyntaxError as error:
        return _explain(source, looked, error)
    except (RecursionError, MemoryError):
        return not_checked(source, 1, "The file nests too deeply to be checked.", "Split its longest statement.")
    return _refused_by_the_older_tokenizer(source, looked) or tree


def _refused_by_the_older_tokenizer(source: Source, looked: Scan) -> Diagnostic | None:
    """What 3.12 and later take inside f-strings. An older Python has refused it by itself by now."""
    if sys.version_info < (3, 12):
        return None
    if looked.fault:
        return _fault_finding(source, looked.fault)
    fault = _first_f_string_fault(source, looked, parse_expressions=False)
    return _f_string_finding(source, fault[1]) if fault else None


def not_checked(source: Source, line: int, message: str, todo: str) -> Diagnostic:
    """Say that the file, from `line` on, was not looked at."""
    return NotChecked.diagnostic(source.whole_line(line), message, todo)


def _explain(source: Source, looked: Scan, error: SyntaxError) -> Diagnostic:
    """Choose between what the parser says and what the look at the text found: the earlier line wins, and on the same
    line the look, because it does not depend on the version."""
    parser_line = error.lineno or 1
    if looked.fault and source.position(looked.fault.start)[0] <= parser_line:
        return _fault_finding(source, looked.fault)
    in_f_string = _first_f_string_fault(source, looked, parse_expressions=True)
    if in_f_string and source.position(in_f_string[0])[0] <= parser_line:
        return _f_string_finding(source, in_f_string[1])
    return _parser_finding(source, error)


def _first_f_string_fault(source: Source, looked: Scan, *, parse_expressions: bool) -> tuple[int, FStringFault] | None:
    """(offset of the f-string, its first fault)."""
    for start, end in looked.f_strings:
        fault = fault_in_f_string(source.text, start, end, parse_expressions=parse_expressions)
        if fault:
            return start, fault
    return None


def _fault_finding(source: Source, fault: Fault) -> Diagnostic:
    message, todo = _FAULTS[fault.kind]
    message = message.format(
        text=source.text[fault.start : fault.end],
        other="" if fault.other is None else source.text[fault.other],
        line=0 if fault.other is None else source.position(fault.other)[0],
    )
    return InvalidSyntax.diagnostic(source.span(fault.start, fault.end), message, todo)


def _f_string_finding(source: Source, fault: FStringFault) -> Diagnostic:
    message, todo = _F_STRING_FAULTS[fault.kind]
    return InvalidSyntax.diagnostic(source.span(fault.start, fault.end), message, todo)


def _parser_finding(source: Source, error: SyntaxError) -> Diagnostic:
    line = _line_of(source, error)
    text = source.line_text(line)
    for kind in BY_LINE:
        if kind.pattern.search(text):
            return InvalidSyntax.diagnostic(source.whole_line(line), kind.message, kind.todo)
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


def _line_of(source: Source, error: SyntaxError) -> int:
    """The parser's line. Python 3.14 points into the block of an `except A, B:` that it takes and 3.11 does not."""
    line = min(max(error.lineno or 1, 1), len(source.lines))
    if "except expressions without parentheses" in error.msg:
        while line > 1 and not source.line_text(line).lstrip().startswith("except"):
            line -= 1
    return line


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

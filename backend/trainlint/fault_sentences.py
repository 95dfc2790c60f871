"""What to say about the faults that the linter finds before it parses: (what is wrong, what to do)."""

from __future__ import annotations

from .fstrings import FStringFaultKind
from .lexing import FaultKind

FAULTS: dict[FaultKind, tuple[str, str]] = {
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

F_STRING_FAULTS: dict[FStringFaultKind, tuple[str, str]] = {
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

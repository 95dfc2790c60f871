"""The usual syntax errors in our own words, keyed on the kind of error.

Python's own texts and spans differ between 3.11 and 3.14, and both are checked here against one table, so that page
and terminal say the same. `{0}` and so on are the pattern's groups.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class SyntaxKind:
    """`covers`: `range` keeps the parser's own start (and its end, where it gave one); `line` takes the whole line,
    for errors that the versions place differently."""

    pattern: re.Pattern[str]
    message: str
    todo: str
    covers: Literal["range", "line"] = "range"


def _kind(pattern: str, message: str, todo: str, covers: Literal["range", "line"] = "range") -> SyntaxKind:
    return SyntaxKind(re.compile(pattern), message, todo, covers)


COMMAND_OF_A_NOTEBOOK = (
    r"^\s*(?:!\s*\w|%{1,2}(?:matplotlib|time|timeit|pip|load_ext|autoreload|cd|env|run|capture|bash)\b)"
)

# By the text of the line that the parser stopped at. These are mistakes that 3.11 calls just "invalid syntax".
BY_LINE = [
    _kind(
        COMMAND_OF_A_NOTEBOOK,
        "This is a command of a notebook, and no Python.",
        "Leave it out. The packages of the playground are installed already.",
        "line",
    ),
    _kind(
        r"^\s*import\b.*\bfrom\b",
        "An import names the module first: `from module import name`.",
        "Turn the two parts round.",
        "line",
    ),
    _kind(
        r"^\s*import\b.*\bas\s+(?!\w+\s*(?:,|#|;|$))\S",
        "What follows `as` in an import must be one plain name.",
        "Give the import a plain name.",
        "line",
    ),
    _kind(
        r"^\s*from\b.*\bimport\b.*\bas\s+(?!\w+\s*(?:,|#|;|\)|$))\S",
        "What follows `as` in an import must be one plain name.",
        "Give the import a plain name.",
        "line",
    ),
    _kind(
        r"^\s*from\b.*\bimport\b.*,\s*(?:#.*)?$",
        "An import without parentheses may not end with a comma.",
        "Delete the comma, or put the names in parentheses.",
        "line",
    ),
    _kind(
        r"^\s*else\s+if\b",
        "Python writes `else if` as one word.",
        "Write `elif`.",
        "line",
    ),
    _kind(
        r"^\s*elif\b",
        "This `elif` has no `if` before it that it could belong to.",
        "Put it after the `if` block and before any `else`, at the same indentation.",
        "line",
    ),
    _kind(
        r"^\s*except\*?\s+[\w.]+\s*,",
        "Several exception types need parentheses in Python 3.11.",
        "Write `except (A, B):`.",
        "line",
    ),
    _kind(
        r"^\s*type\s+(?!(?:and|as|else|for|if|in|is|not|or)\b)[^\W\d]",
        "The `type` statement came with Python 3.12, and programs here are written for 3.11.",
        "Use `typing.TypeAlias`.",
        "line",
    ),
    _kind(
        r"^\s*(?:(?:async\s+)?def|class)\s+\w+\s*\[",
        "Type parameters in brackets came with Python 3.12, and programs here are written for 3.11.",
        "Use `typing.TypeVar`.",
        "line",
    ),
    _kind(
        r"(?:^|[(,])\s*[^\W\d]\w*\s*=\s*[,)]",
        "A name has an `=` here and no value.",
        "Write a value after the `=`.",
        "line",
    ),
    _kind(
        r"(?:\+\+|--)\s*(?:[#;]|$)",
        "Python has no `++` and no `--`.",
        "Write `+= 1` or `-= 1`.",
        "line",
    ),
    _kind(
        r"^\s*(?:var|let|const|function|new)\s+\w",
        "This is JavaScript, not Python.",
        "Write `name = value`, or `def name():`.",
        "line",
    ),
    _kind(
        r"&&|\|\|",
        "Python has no `&&` and no `||`.",
        "Write `and` or `or`.",
        "line",
    ),
]

# By the parser's own message. A text that is not here gets the general sentence.
BY_MESSAGE = [
    _kind(
        r"^expected ':'",
        "The colon that opens a block is missing here.",
        "Write `:` at the end of the statement.",
    ),
    _kind(
        r"^expected an indented block after (.*) on line (\d+)",
        "The {0} on line {1} has no indented block.",
        "Indent the lines that belong to it, or write `pass`.",
        "line",
    ),
    _kind(
        r"^unexpected indent",
        "This line is indented further than the block that it is in.",
        "Give it the indentation of the line above.",
        "line",
    ),
    _kind(
        r"^unindent does not match",
        "The indentation of this line matches no block above it.",
        "Line it up with the block that it belongs to.",
        "line",
    ),
    _kind(
        r"^inconsistent use of tabs",
        "This line mixes tabs and spaces differently than the lines above.",
        "Indent with spaces only.",
        "line",
    ),
    _kind(
        r"^too many levels of indentation",
        "There are more than 100 levels of indentation here.",
        "Move inner blocks into functions.",
        "line",
    ),
    _kind(
        r"Maybe you meant '==' or ':=' instead of '='",
        "`=` assigns, and nothing can be assigned in the middle of an expression.",
        "Compare with `==`.",
    ),
    _kind(
        r"Perhaps you forgot a comma",
        "Two expressions stand side by side with nothing between them.",
        "Write a comma or an operator between them.",
    ),
    _kind(
        r"^Missing parentheses in call to '(\w+)'",
        "`{0}` is a function and needs parentheses.",
        "Write `{0}(...)`.",
    ),
    _kind(
        r"^cannot (?:assign to|delete|use assignment expressions with) ([\w' -]+?)(?: here.*)?$",
        "A value cannot be stored in this place: it is a {0}.",
        "Assign to a name, an attribute or an item; compare with `==`.",
    ),
    _kind(
        r"is an illegal expression for augmented assignment|only single target \(not|illegal target for annotation",
        "Only one name, attribute or item can stand on the left here.",
        "Split the statement into one a target.",
    ),
    _kind(
        r"^positional argument follows keyword|^iterable argument unpacking follows keyword",
        "Arguments without a name must come before those with one.",
        "Move it forward, or give it its name.",
        "line",
    ),
    _kind(
        r"^(?:non-default argument follows default|parameter without a default follows)",
        "A parameter without a default follows one that has a default.",
        "Move it forward, or give it a default.",
    ),
    _kind(
        r"^expected 'except' or 'finally' block",
        "The `try` above this line has neither `except` nor `finally`.",
        "Add an `except` block at the indentation of the `try`.",
        "line",
    ),
    _kind(
        r"^expected 'else' after 'if' expression",
        "An `if` inside an expression needs an `else`.",
        "Write `a if condition else b`.",
    ),
    _kind(
        r"^invalid character '(.+)' \((U\+\w+)\)",
        "Python has no use for the character {0} ({1}).",
        "Type it again on the keyboard: it often comes from a web page or a word processor.",
    ),
    _kind(
        r"^invalid non-printable character (U\+\w+)",
        "There is an invisible character ({0}) here.",
        "Delete it and type a plain space.",
    ),
    _kind(
        r"^leading zeros in decimal",
        "A number may not begin with a zero.",
        "Delete the zero, or write `0o` before an octal number.",
        "line",
    ),
    _kind(
        r"^invalid (?:decimal|hexadecimal|octal|binary|imaginary) literal|^invalid digit",
        "This is not a number, and a name may not begin with a digit.",
        "Mend the number, or rename it.",
        "line",
    ),
    _kind(
        r"^\(unicode error\)|^\(value error\)",
        "A backslash in this string begins an escape that does not exist.",
        "Double the backslash, or put `r` before the string.",
        "line",
    ),
    _kind(
        r"^cannot mix bytes and nonbytes",
        "A bytes literal and a text literal cannot be joined.",
        "Give both a `b`, or neither.",
        "line",
    ),
    _kind(
        r"^unexpected character after line continuation",
        "Nothing may follow a backslash that continues a line.",
        "Delete what follows it, blanks included.",
        "line",
    ),
    _kind(
        r"^unexpected EOF|^unexpected end of file",
        "The file ends in the middle of a statement.",
        "Finish it.",
        "line",
    ),
    _kind(
        r"^Exceeds the limit",
        "This number has more digits than Python reads.",
        "Write it as a power.",
        "line",
    ),
]

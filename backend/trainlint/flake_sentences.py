"""What pyflakes can find, in our words. The code is `PYF` and the number that flake8 gives the same finding."""

from __future__ import annotations

from dataclasses import dataclass

from .diagnostic import Severity


@dataclass(frozen=True, slots=True)
class FlakeKind:
    """`message` has a `{0}` for each argument of pyflakes' own message."""

    code: str
    name: str
    severity: Severity
    message: str
    todo: str


_DELETE = "Delete it, or use it."
_FORMAT = "Make the placeholders and the values fit."

FLAKE_KINDS: dict[str, FlakeKind] = {
    "UnusedImport": FlakeKind("PYF401", "unused-import", "warning", "`{0}` is imported and never used.", _DELETE),
    "ImportShadowedByLoopVar": FlakeKind(
        "PYF402", "import-shadowed", "warning",
        "The loop hides the import `{0}` of line {1}.", "Rename the loop variable.",
    ),
    "ImportStarUsed": FlakeKind(
        "PYF403", "star-import", "warning",
        "After `from {0} import *` nobody can tell which names exist.", "Import the names that you use.",
    ),
    "LateFutureImport": FlakeKind(
        "PYF404", "late-future-import", "error",
        "An import from `__future__` must be the first statement of the file.", "Move it to the top.",
    ),
    "ImportStarUsage": FlakeKind(
        "PYF405", "name-from-star-import", "warning",
        "`{0}` may be undefined, or come from {1}.", "Import it by its name.",
    ),
    "ImportStarNotPermitted": FlakeKind(
        "PYF406", "star-import-inside", "error",
        "`from {0} import *` is allowed only outside functions and classes.", "Import the names that you use.",
    ),
    "FutureFeatureNotDefined": FlakeKind(
        "PYF407", "unknown-future-feature", "error", "There is no future feature `{0}`.", "Delete the import."
    ),
    "PercentFormatInvalidFormat": FlakeKind(
        "PYF501", "percent-format", "warning",
        "This `%` format is broken.", _FORMAT,
    ),
    "PercentFormatExpectedMapping": FlakeKind(
        "PYF502", "percent-format", "warning", "This `%` format needs a dict.", _FORMAT
    ),
    "PercentFormatExpectedSequence": FlakeKind(
        "PYF503", "percent-format", "warning", "This `%` format needs a tuple.", _FORMAT
    ),
    "PercentFormatExtraNamedArguments": FlakeKind(
        "PYF504", "percent-format", "warning", "This `%` format never uses {0}.", _FORMAT
    ),
    "PercentFormatMissingArgument": FlakeKind(
        "PYF505", "percent-format", "warning", "This `%` format gets no value for {0}.", _FORMAT
    ),
    "PercentFormatMixedPositionalAndNamed": FlakeKind(
        "PYF506", "percent-format", "warning", "This `%` format mixes named and unnamed placeholders.", _FORMAT
    ),
    "PercentFormatPositionalCountMismatch": FlakeKind(
        "PYF507", "percent-format", "warning", "This `%` format has {0} placeholders and gets {1} values.", _FORMAT
    ),
    "PercentFormatStarRequiresSequence": FlakeKind(
        "PYF508", "percent-format", "warning", "A `*` in a `%` format needs a tuple.", _FORMAT
    ),
    "PercentFormatUnsupportedFormatCharacter": FlakeKind(
        "PYF509", "percent-format", "warning", "`{0}` is no `%` format.", _FORMAT
    ),
    "StringDotFormatInvalidFormat": FlakeKind(
        "PYF521", "format-call", "warning",
        "This format string is broken.", _FORMAT,
    ),
    "StringDotFormatExtraNamedArguments": FlakeKind(
        "PYF522", "format-call", "warning", "The format string never uses {0}.", _FORMAT
    ),
    "StringDotFormatExtraPositionalArguments": FlakeKind(
        "PYF523", "format-call", "warning", "The format string never uses the value at position {0}.", _FORMAT
    ),
    "StringDotFormatMissingArgument": FlakeKind(
        "PYF524", "format-call", "warning", "The format string gets no value for {0}.", _FORMAT
    ),
    "StringDotFormatMixingAutomatic": FlakeKind(
        "PYF525", "format-call", "warning", "The format string mixes `{{}}` and `{{0}}`.", _FORMAT
    ),
    "FStringMissingPlaceholders": FlakeKind(
        "PYF541", "f-string-without-braces", "warning",
        "This f-string has no braces.", "Drop the `f`, or add the value.",
    ),
    "MultiValueRepeatedKeyLiteral": FlakeKind(
        "PYF601", "repeated-key", "warning", "The key `{0}` stands twice in this dict.", "Keep one of the two."
    ),
    "MultiValueRepeatedKeyVariable": FlakeKind(
        "PYF602", "repeated-key", "warning", "The key `{0}` stands twice in this dict.", "Keep one of the two."
    ),
    "TooManyExpressionsInStarredAssignment": FlakeKind(
        "PYF621", "starred-assignment", "error", "There are too many names around the star.", "Use fewer."
    ),
    "TwoStarredExpressions": FlakeKind(
        "PYF622", "starred-assignment", "error", "Only one name on the left may have a star.", "Keep one star."
    ),
    "AssertTuple": FlakeKind(
        "PYF631", "assert-on-tuple", "warning",
        "This assertion is always true: it tests a tuple.", "Drop the parentheses.",
    ),
    "IsLiteral": FlakeKind(
        "PYF632", "is-literal", "warning", "`is` compares identity, not value.", "Use `==` or `!=`."
    ),
    "InvalidPrintSyntax": FlakeKind(
        "PYF633", "print-redirect", "error", "`>>` does not redirect `print`.", "Use `print(..., file=...)`."
    ),
    "IfTuple": FlakeKind(
        "PYF634", "if-on-tuple", "warning",
        "This test is always true: it is a tuple.", "Drop the comma.",
    ),
    "BreakOutsideLoop": FlakeKind(
        "PYF701", "break-outside-loop", "error",
        "`break` stands outside of a loop.", _DELETE,
    ),
    "ContinueOutsideLoop": FlakeKind(
        "PYF702", "continue-outside-loop", "error",
        "`continue` stands outside of a loop.", "Delete it, or add the loop.",
    ),
    "YieldOutsideFunction": FlakeKind(
        "PYF704", "yield-outside-function", "error",
        "`yield` or `await` stands outside of a function.", "Move it into one.",
    ),
    "ReturnOutsideFunction": FlakeKind(
        "PYF706", "return-outside-function", "error", "`return` stands outside of a function.",
        "Delete it, or indent it into the function.",
    ),
    "DefaultExceptNotLast": FlakeKind(
        "PYF707", "bare-except-not-last", "error", "A bare `except:` must be the last one.", "Move it to the end."
    ),
    "ForwardAnnotationSyntaxError": FlakeKind(
        "PYF722", "annotation-syntax", "warning", "The annotation {0} is not an expression.", "Mend or delete it."
    ),
    "RedefinedWhileUnused": FlakeKind(
        "PYF811", "redefined-unused", "warning", "`{0}` replaces the one of line {1}, which was never used.",
        "Delete one of the two, or rename it.",
    ),
    "UndefinedName": FlakeKind(
        "PYF821", "undefined-name", "error",
        "The name `{0}` is not defined.", "Import or define it, or mend its spelling.",
    ),
    "UndefinedExport": FlakeKind(
        "PYF822", "undefined-export", "warning", "`__all__` names `{0}`, which is not defined.", "Define or delete it."
    ),
    "UndefinedLocal": FlakeKind(
        "PYF823", "undefined-local", "error", "`{0}` is used here before this function gives it a value.",
        "Assign it first, or declare it `global`.",
    ),
    "UnusedIndirectAssignment": FlakeKind(
        "PYF824", "unused-global", "warning", "`{0} {1}` changes nothing: it is never assigned here.", "Delete it."
    ),
    "DuplicateArgument": FlakeKind(
        "PYF831", "duplicate-parameter", "error", "The parameter `{0}` stands twice.", "Rename one of the two."
    ),
    "UnusedVariable": FlakeKind("PYF841", "unused-variable", "warning", "`{0}` is assigned and never used.", _DELETE),
    "UnusedAnnotation": FlakeKind(
        "PYF842", "unused-annotation", "warning",
        "`{0}` is declared and never used.", _DELETE,
    ),
    "RaiseNotImplemented": FlakeKind(
        "PYF901", "raise-not-implemented", "error",
        "`NotImplemented` is not an exception.", "Raise `NotImplementedError`.",
    ),
}  # fmt: skip

UNKNOWN_KIND = FlakeKind("PYF999", "pyflakes", "warning", "{0}", "Read it, and decide.")
"""For what a newer pyflakes may find; the sentence is its own."""

from __future__ import annotations

import ast

import pytest

from trainlint.diagnostic import Diagnostic
from trainlint.source import Source
from trainlint.syntax import parse
from trainlint.syntax_kinds import BY_LINE, BY_MESSAGE


def finding(text: str) -> Diagnostic:
    parsed = parse(Source(text))
    assert isinstance(parsed, Diagnostic), "it parses"
    return parsed


def marked(text: str) -> str:
    """What the finding in `text` underlines."""
    found = finding(text)
    assert found.line == found.end_line
    return Source(text).lines[found.line - 1][found.column : found.end_column]


def test_a_program_becomes_a_tree() -> None:
    assert isinstance(parse(Source("x = 1\n")), ast.Module)


@pytest.mark.parametrize("text", ["a\x00b", "x = '\ud800'", "# \udfff"])
def test_a_character_that_no_file_may_hold_is_named(text: str) -> None:
    assert finding(text).message.startswith("The file holds the character U+")


@pytest.mark.parametrize(
    ("text", "where", "message"),
    [
        ("for x in y\n    pass\n", "y", "The colon that opens a block is missing here."),
        ("x = f(a b)\n", "a b", "Two expressions stand side by side with nothing between them."),
        ("x = 5 +\n", "+", "This line ends before its statement does."),
        ("x = = 5\n", "=", "Python cannot make sense of `=` here."),
        ("name = type(self)__name__\n", "name = type(self)__name__", "Python cannot make sense of this line."),
        (
            "def f() -> dict[str int]: pass\n",
            "def f() -> dict[str int]: pass",
            "Python cannot make sense of this line.",
        ),
        ("x = 012\n", "x = 012", "A number may not begin with a zero."),
        ("x++\n", "x++", "Python has no `++` and no `--`."),
        ("f(a=1, b)\n", "f(a=1, b)", "Arguments without a name must come before those with one."),
        ("x = a && b\n", "x = a && b", "Python has no `&&` and no `||`."),
        ("let x = 1\n", "let x = 1", "This is JavaScript, not Python."),
        ("def f(a=1, b): pass\n", "b", "A parameter without a default follows one that has a default."),
        ("x = '\\u12'\n", "x = '\\u12'", "A backslash in this string begins an escape that does not exist."),
        ("try:\n    x\ny\n", "y", "The `try` above this line has neither `except` nor `finally`."),
        ("f() = 1\n", "f()", "A value cannot be stored in this place: it is a function call."),
        ("x =\u00a01\n", "\u00a0", "There is an invisible character (U+00A0) here."),
    ],
)
def test_the_usual_errors_have_a_sentence_of_their_own(text: str, where: str, message: str) -> None:
    assert marked(text) == where
    assert finding(text).message == message


def test_the_earlier_of_two_errors_is_told() -> None:
    assert finding("x = = 1\ny = 'a\n").line == 1
    assert finding("x = 'a\ny = = 1\n").line == 1
    assert finding("x = = 1\ny = f'{}'\n").line == 1
    assert finding("x = 1\ny = (\nz = = 1\n").line == 2


def test_a_string_before_a_faulty_one_is_no_error() -> None:
    assert finding("x = [\n    'a'\n    f'{}'\n]\n").line == 3
    assert finding("x = [\n    'a'\n    'b\n]\n").line == 3


def test_warnings_about_a_program_stay_silent() -> None:
    assert isinstance(parse(Source("x = '\\d'\ny = 1 is 1\nz = 1if x else 2\n")), ast.Module)


def test_every_sentence_ends_with_a_period() -> None:
    for kind in BY_LINE + BY_MESSAGE:
        assert kind.message.endswith(".")
        assert kind.todo.endswith(".")

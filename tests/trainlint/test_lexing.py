from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lint_corpus import CORPUS
from trainlint.lexing import DEEPEST, look_closely, scan

WORDS = ["f", "rb", "if", "in", "not", "or", "elif", "x" * 300]
QUOTES = ["'", '"', "'''", '"' * 3]
SIGNS = ["+" * 120, "(" * 60, *"\\\n#()[]{}a +,;_1é"]


@pytest.mark.parametrize(
    ("text", "kind", "where"),
    [
        ("x = 'a\ny", "unterminated", "'a"),
        ("x = '''a\ny", "unterminated", "'''"),
        ("x = t'a'", "prefix", "t"),
        ("f(a, [b]", "unclosed", "("),
        ("f(a))", "unmatched", ")"),
        ("f(a]", "mismatched", "]"),
        ("'it's'", "unterminated", "'"),
    ],
)
def test_a_fault_is_named_and_placed(text: str, kind: str, where: str) -> None:
    fault = scan(text).fault
    assert fault is not None
    assert (fault.kind, text[fault.start : fault.end]) == (kind, where)


@pytest.mark.parametrize(
    "text",
    ["'('", '"""(\n"""', "# (", "'\\''", "'a\\\nb'", "rb'\\'", "''", '""""a"""', "x = '' ''", "f'{x}' r'\\d' B''"],
)
def test_what_stands_in_strings_and_comments_is_no_bracket(text: str) -> None:
    assert scan(text).fault is None or text == "rb'\\'"


def test_f_strings_are_given_in_order() -> None:
    text = 'a = f\'{x}\' \'no\' Rf"""{y}"""'
    assert [text[start:end] for start, end in scan(text).f_strings] == ["f'{x}'", 'Rf"""{y}"""']


def test_depth_adds_up_over_brackets_and_operators() -> None:
    half = DEEPEST // 2
    assert scan("(" * half + ")" * half).too_deep_at is None
    assert scan("x" + "+ y" * half).too_deep_at is None
    assert scan("x" + "+ y" * half + "+ (" + "(" * half + "1" + ")" * half + ")").too_deep_at is not None


def test_a_new_statement_or_argument_begins_at_no_depth() -> None:
    assert scan("x = a + b\n" * DEEPEST * 2).too_deep_at is None
    assert scan("f(" + "a + b, " * DEEPEST * 2 + ")").too_deep_at is None
    assert scan("x = 1;" * DEEPEST * 2).too_deep_at is None


@given(st.lists(st.sampled_from(WORDS + QUOTES + SIGNS), max_size=40).map("".join))
def test_the_quick_look_sees_what_the_close_one_does(text: str) -> None:
    assert scan(text) == look_closely(text, 0, len(text))


@pytest.mark.parametrize("name", CORPUS)
def test_the_quick_look_at_a_program_sees_what_the_close_one_does(name: str) -> None:
    assert scan(CORPUS[name]) == look_closely(CORPUS[name], 0, len(CORPUS[name]))

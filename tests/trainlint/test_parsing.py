from __future__ import annotations

import warnings

import pytest

from trainlint.parsing import is_expression, parse_module


@pytest.mark.parametrize("text", ["type X = int", "def f[T](): pass", "try: pass\nexcept* E: pass\nx = t'a'"])
def test_what_came_after_3_11_is_refused(text: str) -> None:
    with pytest.raises(SyntaxError):
        parse_module(text)


def test_the_parser_does_not_warn() -> None:
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        parse_module("x = '\\d'\n")
        assert is_expression("'\\d'")
    assert heard == []


def test_an_expression_may_span_lines_and_a_statement_is_none() -> None:
    assert is_expression("a +\n b")
    assert not is_expression("a = 1")

from __future__ import annotations

import ast
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


@pytest.mark.parametrize("feature", ["braces", "no_such_thing"])
def test_a_future_that_does_not_exist_is_left_to_pyflakes(feature: str) -> None:
    (statement,) = parse_module(f"from __future__ import {feature}\n").body
    assert isinstance(statement, ast.ImportFrom)
    assert statement.module == "__future__"

from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.arguments import argument, argument_keyword, has_unseen_arguments


def call_of(text: str) -> ast.Call:
    return module_of(text).index.calls[0]


@pytest.mark.parametrize(
    ("text", "given"),
    [
        ("f(1, 2)", "2"),
        ("f(1, size=3)", "3"),
        ("f(size=3)", "3"),
        ("f(1)", None),
        ("f(*both, 2)", None),
        ("f(**all)", None),
    ],
)
def test_an_argument_is_found_by_name_or_place(text: str, given: str | None) -> None:
    found = argument(call_of(text), "size", 1)
    assert (None if found is None else ast.unparse(found)) == given


def test_a_keyword_is_found_with_its_name() -> None:
    keyword = argument_keyword(call_of("f(size=3)"), "size")
    assert keyword is not None
    assert keyword.arg == "size"
    assert argument_keyword(call_of("f(3)"), "size") is None


@pytest.mark.parametrize(("text", "unseen"), [("f(*a)", True), ("f(**a)", True), ("f(a, b=c)", False), ("f()", False)])
def test_what_comes_out_of_a_list_or_mapping_is_unseen(text: str, unseen: bool) -> None:
    assert has_unseen_arguments(call_of(text)) is unseen

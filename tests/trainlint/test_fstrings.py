from __future__ import annotations

import ast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from trainlint.fstrings import expressions_in, fault_in_f_string
from trainlint.lexing import scan
from trainlint.parsing import without_warnings


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("f'{a'", "unclosed"),
        ("f'{a['", "unclosed"),
        ("f'{a!r'", "conversion"),
        ("f'{a:>3'", "unclosed"),
        ("f'a}'", "single"),
        ("f'{}'", "empty"),
        ("f'{ !r}'", "empty"),
        ("f'{\"\\n\"}'", "backslash"),
        ("f'{a\\n}'", "backslash"),
        ("f'''{a #\n}'''", "comment"),
        ("f'{a!x}'", "conversion"),
        ("f'{a:{b:{c}}}'", "nested"),
        ("f'{a[(])}'", "bracket"),
        ("f'{a)}'", "bracket"),
        ("f'{a b}'", "expression"),
        ("f'{lambda x: 1}'", "expression"),
        ("f'{*a}'", "expression"),
    ],
)
def test_what_3_11_refuses_is_found(text: str, kind: str) -> None:
    fault = fault_in_f_string(text, 0, len(text), parse_expressions=True)
    assert fault is not None
    assert fault.kind == kind
    assert 0 <= fault.start < fault.end <= len(text)


@pytest.mark.parametrize(
    "text",
    [
        "f'{{}}'",
        "f'{a!r:>{w}.{p}}'",
        "f'{a=}'",
        "f'{a = !r}'",
        "f'{a!=b}'",
        "f'{a==b}'",
        "f'{a<=b}'",
        "f'{\"#\"}'",
        "f'{(a:=5)}'",
        "f'{a:=5}'",
        "f'{a[\":\"]}'",
        "f'{ {1: 2}[1] }'",
        "f'\\{a}'",
        "rf'\\{a}'",
        "f'\\N{DIGIT ONE}{a}'",
        "f'{(lambda x: x)(1)}'",
        "f'{a:%Y-%m}'",
        "f'{*a, b}'",
        "f'''{\na\n}'''",
        "f'{yield_}'",
        "f'{a:{{}}}'",
    ],
)
def test_what_3_11_takes_is_left_alone(text: str) -> None:
    with without_warnings():
        ast.parse(text)
    assert fault_in_f_string(text, 0, len(text), parse_expressions=True) is None


def test_expressions_are_given_by_their_place() -> None:
    text = "x = f'{a + 1} {b!r:>{width}}'"
    start, end = scan(text).f_strings[0]
    assert [text[first:last] for first, last in expressions_in(text, start, end)] == ["a + 1", "b", "width"]


@settings(deadline=None)
@given(st.text(alphabet="{}[]()!:=<>rsa\\#'\" \nN", max_size=25))
def test_any_f_string_is_read_to_its_end(inside: str) -> None:
    for text in (f"f'{inside}'", f'rf"""{inside}"""'):
        for start, end in scan(text).f_strings:
            fault = fault_in_f_string(text, start, end, parse_expressions=True)
            assert fault is None or start <= fault.start <= fault.end <= end

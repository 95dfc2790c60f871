from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from trainlint.source import Source
from trainlint.terminal.texts import FileText, lines_of


@given(st.text(alphabet="ab\n\r\x0cü"), st.booleans())
def test_a_text_that_was_not_changed_gives_the_same_bytes(text: str, marked: bool) -> None:
    content = (codecs.BOM_UTF8 if marked else b"") + text.encode()
    assert FileText(content).with_text(Source(text).text) == content


@pytest.mark.parametrize(
    ("before", "mended", "after"),
    [
        ("a\nb\n", "a\nc\n", "a\nc\n"),
        ("a\r\nb\r\n", "a\nc\nd\n", "a\r\nc\r\nd\r\n"),
        ("a\rb\r", "b\n", "b\r"),
        ("a\r\nb\nc\r\nd", "a\nc\nnew\nd", "a\r\nc\r\nnew\r\nd"),
        ("a", "a\nb", "a\nb"),
        ("a\r\n", "", ""),
    ],
)
def test_lines_keep_their_ends_and_new_ones_get_the_usual_one(before: str, mended: str, after: str) -> None:
    assert FileText(before.encode()).with_text(mended) == after.encode()


def test_a_mark_is_no_part_of_the_text_and_is_kept() -> None:
    file = FileText(codecs.BOM_UTF8 + b"x")
    assert file.text == "x"
    assert file.with_text("y") == codecs.BOM_UTF8 + b"y"


def test_other_bytes_than_utf_8_are_refused() -> None:
    with pytest.raises(UnicodeDecodeError):
        FileText(b"\xff")


def test_lines_end_where_python_ends_them() -> None:
    assert lines_of("a\x0cb\nc\u2028d\n\ne") == ["a\x0cb\n", "c\u2028d\n", "\n", "e"]
    assert lines_of("") == []

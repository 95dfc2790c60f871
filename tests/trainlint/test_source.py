from __future__ import annotations

import ast

from trainlint.source import Source, Span


def test_every_line_end_of_python_ends_a_line_and_nothing_else_does() -> None:
    source = Source("a\r\nb\rc\nd\x0ce\u2028f")
    assert source.lines == ["a", "b", "c", "d\x0ce\u2028f"]
    assert source.position(source.text.index("c")) == (3, 0)


def test_byte_columns_become_character_columns() -> None:
    source = Source("é = '🚀'; x")
    node = ast.parse(source.text).body[1]
    assert source.node_span(node) == Span(1, 9, 1, 10)


def test_a_whole_line_leaves_out_the_blanks_around_it() -> None:
    source = Source("if x:\n    y  \n\n")
    assert source.whole_line(2) == Span(2, 4, 2, 5)
    assert source.whole_line(3) == Span(3, 0, 3, 0)
    assert source.whole_line(99) == Span(4, 0, 4, 0)

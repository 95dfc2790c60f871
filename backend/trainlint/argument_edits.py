"""Edits of the arguments of a call."""

from __future__ import annotations

import ast
import re

from .diagnostic import Edit
from .module import Module
from .source import Span

_BETWEEN = re.compile(r"(\s|#[^\n]*\n)*,(\s|#[^\n]*\n)*")
_OPENS = re.compile(r"\s*\(\s*")
_CLOSES = re.compile(r"\s*,?\s*\)")


def renamed(module: Module, keyword: ast.keyword, name: str, value: str = "") -> Edit | None:
    """`keyword` under another name, and with another value if one is given."""
    span = module.source.node_span(keyword)
    if value:
        return Edit(*span, f"{name}={value}")
    end = span.column + len(keyword.arg or "")
    if module.source.line_text(span.line)[span.column : end] != keyword.arg:
        return None
    return Edit(span.line, span.column, span.line, end, name)


def without(module: Module, call: ast.Call, keyword: ast.keyword) -> Edit | None:
    """`call` without `keyword`, its comma included; None where what stands around it is not plain."""
    unordered: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    arguments = sorted(unordered, key=lambda node: (node.lineno, node.col_offset))
    place = next(i for i, node in enumerate(arguments) if node is keyword)
    own = module.source.node_span(keyword)
    if place + 1 < len(arguments):
        following = module.source.node_span(arguments[place + 1])
        between = _text(module, Span(own.end_line, own.end_column, following.line, following.column))
        edit = Edit(own.line, own.column, following.line, following.column, "")
        return edit if _BETWEEN.fullmatch(between) else None
    if place:
        before = module.source.node_span(arguments[place - 1])
        between = _text(module, Span(before.end_line, before.end_column, own.line, own.column))
        edit = Edit(before.end_line, before.end_column, own.end_line, own.end_column, "")
        # A comment after the argument before is about that one.
        return edit if _BETWEEN.fullmatch(between) and "#" not in between else None
    called, end = module.source.node_span(call.func), module.source.node_span(call)
    opened = _text(module, Span(called.end_line, called.end_column, own.line, own.column))
    rest = _text(module, Span(own.end_line, own.end_column, end.end_line, end.end_column))
    edit = Edit(called.end_line, called.end_column, end.end_line, end.end_column, "()")
    return edit if _OPENS.fullmatch(opened) and _CLOSES.fullmatch(rest) else None


def _text(module: Module, span: Span) -> str:
    source = module.source
    return source.text[source.offset(span.line, span.column) : source.offset(span.end_line, span.end_column)]

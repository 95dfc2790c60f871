"""What pyflakes sees, as our diagnostics, and the same on every Python. Without pyflakes there is nothing to see."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache
from typing import Any

from .diagnostic import Diagnostic
from .flake_sentences import FLAKE_KINDS, UNKNOWN_KIND
from .lexing import scan
from .parsing import without_warnings
from .scopes import children_of, walk
from .source import Source, Span

try:
    from pyflakes import checker as pyflakes_checker
    from pyflakes.checker import AnnotationState, Checker, in_annotation
    from pyflakes.messages import ForwardAnnotationSyntaxError

    # Older ones had an order of their own, in which our faster way to the children cannot step in.
    _IN_OUR_ORDER = not hasattr(pyflakes_checker, "_fields_order")
except ImportError:  # an optional extra: the rules stand alone
    Checker = None

# Builtins that came after 3.11: a program that uses them fails there.
_NEWER_BUILTINS = frozenset({"PythonFinalizationError", "_IncompleteInputError"})


def has_pyflakes() -> bool:
    """Whether pyflakes is installed."""
    return Checker is not None


def pyflakes_findings(source: Source, tree: ast.Module, file_name: str) -> list[Diagnostic]:
    """Every finding of pyflakes. Raises RecursionError where the tree is too deep for it."""
    if Checker is None:
        return []
    checker = _checker_of_3_11(knows_typing="typing" in source.text)
    with without_warnings():  # it parses annotations that stand in strings
        messages = checker(tree, filename=file_name, withDoctest=False).messages
    starts = _Starts(source, tree, messages) if messages else None
    return [_diagnostic(source, starts, message) for message in messages if starts is not None]


@cache
def _checker_of_3_11(*, knows_typing: bool) -> Any:
    """pyflakes' Checker asks the running Python whether annotations are evaluated and which builtins there are. A file
    without the word `typing` spares it the question at each call whether this is `typing.cast` or one of its like."""

    class CheckerOf311(Checker):  # type: ignore[misc] # pyflakes has no types, so its class is Any
        nodeDepth: int

        @property
        def _in_postponed_annotation(self) -> bool:
            if self._in_annotation == AnnotationState.BARE:
                return bool(self.annotationsFutureEnabled)
            return bool(self._in_annotation == AnnotationState.STRING)

        def handleAnnotation(self, annotation: ast.AST, node: ast.AST) -> None:
            if self.annotationsFutureEnabled:
                self.handle_annotation_always_deferred(annotation, node)
            else:
                in_annotation(Checker.handleNode)(self, annotation, node)

        def addBinding(self, node: Any, value: Any) -> None:
            if node is not None or value.name not in _NEWER_BUILTINS:
                super().addBinding(node, value)

        def handleChildren(self, tree: ast.AST, omit: Any = None) -> None:
            """Does to each child what `handleNode` does below the top of the file, without a call for each."""
            depth = self.nodeDepth + 1
            if omit or depth == 1 or not _IN_OUR_ORDER or not hasattr(self, "_parents"):
                super().handleChildren(tree, omit)
                return
            depths, parents, handlers = self._node_depths, self._parents, self._nodeHandlers
            for child in children_of(tree):
                self.nodeDepth = depths[child] = depth
                parents[child] = tree
                (handlers.get(child.__class__) or self.getNodeHandler(child.__class__))(child)
            self.nodeDepth = depth - 1

        def handleStringAnnotation(self, s: str, node: ast.AST, *place: Any) -> None:  # pyflakes' name
            looked = scan(s)
            if looked.fault is not None:
                self.report(ForwardAnnotationSyntaxError, node, s)
            elif looked.too_deep_at is None:
                super().handleStringAnnotation(s, node, *place)

    if knows_typing:
        return CheckerOf311

    class CheckerWithoutTyping(CheckerOf311):
        def CALL(self, node: ast.Call) -> None:  # pyflakes' name
            match node.func:
                case ast.Attribute(value=ast.Constant(value=str()), attr="format"):
                    self._handle_string_dot_format(node)
            self.handleChildren(node)

    return CheckerWithoutTyping


def _diagnostic(source: Source, starts: _Starts, message: Any) -> Diagnostic:
    kind = FLAKE_KINDS.get(type(message).__name__, UNKNOWN_KIND)
    arguments = message.message_args if kind is not UNKNOWN_KIND else (message.message % message.message_args,)
    arguments = arguments if isinstance(arguments, tuple) else (arguments,)
    span = starts.span(message.lineno, message.col, str(arguments[0]) if arguments else "")
    return Diagnostic(
        code=kind.code,
        name=kind.name,
        severity=kind.severity,
        message=kind.message.format(*arguments),
        todo=kind.todo,
        line=span.line,
        column=span.column,
        end_line=span.end_line,
        end_column=span.end_column,
        source="pyflakes",
    )


class _Starts:
    """pyflakes gives a start and no end; the end is that of the node that starts there, cut to its first line."""

    def __init__(self, source: Source, tree: ast.Module, messages: Iterable[Any]) -> None:
        self._source = source
        self._nodes: dict[tuple[int, int], ast.AST] = {}
        lines = {message.lineno for message in messages}
        for node in walk(tree):
            line: int | None = getattr(node, "lineno", None)
            if line is not None and line in lines:
                # The walk is from the outside in, so the widest node of a place comes first.
                self._nodes.setdefault((line, getattr(node, "col_offset", 0)), node)

    def span(self, line: int, byte_column: int, subject: str) -> Span:
        """The place of what pyflakes talks about: the imported name, the name itself, or the whole node."""
        node = self._nodes.get((line, byte_column))
        if isinstance(node, ast.Import | ast.ImportFrom):
            node = next((alias for alias in node.names if subject in _spellings(node, alias)), node)
        column = self._source.character_column(line, byte_column)
        text = self._source.line_text(line)
        if subject and text.startswith(subject, column) and not isinstance(node, ast.alias):
            return Span(line, column, line, column + len(subject))
        if node is None:
            return self._source.whole_line(line)
        span = self._source.node_span(node)  # type: ignore[arg-type] # nodes with a place only are kept
        if span.end_line == span.line:
            return span
        return Span(span.line, span.column, span.line, len(self._source.line_text(span.line).rstrip()))


def _spellings(statement: ast.Import | ast.ImportFrom, alias: ast.alias) -> set[str]:
    """How pyflakes may write the name that `alias` imports."""
    names = {alias.name}
    if isinstance(statement, ast.ImportFrom):
        module = "." * statement.level + (statement.module or "")
        names |= {f"{module}.{alias.name}", f"{module}{alias.name}"}
    return names | {f"{name} as {alias.asname}" for name in names} | {alias.asname or alias.name}

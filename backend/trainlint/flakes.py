"""What pyflakes sees, as our diagnostics, and the same on every Python. Without pyflakes there is nothing to see."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import cache
from typing import Any

from .diagnostic import Diagnostic
from .flake_sentences import FLAKE_KINDS, UNKNOWN_KIND
from .lexing import scan
from .module import Module
from .parsing import without_warnings
from .scopes import children_of, children_without
from .source import Source, Span

try:
    from pyflakes import checker as pyflakes_checker
    from pyflakes.checker import (
        Annotation,
        AnnotationState,
        Checker,
        ClassScope,
        Importation,
        ModuleScope,
        StarImportation,
        SubmoduleImportation,
    )
    from pyflakes.messages import ForwardAnnotationSyntaxError

    # Older ones had an order of their own, in which our faster way to the children cannot step in.
    _IN_OUR_ORDER = not hasattr(pyflakes_checker, "_fields_order") and "_parents" in Checker.__init__.__code__.co_names
    _WITH_MORE_TO_THEM = frozenset({Annotation, StarImportation, SubmoduleImportation})
except ImportError:  # an optional extra: the rules stand alone
    Checker = None
# Names of which pyflakes knows more than where they are bound.
_NAMES_WITH_A_MEANING = frozenset({"__class__", "locals", "print"})
# Builtins that came after 3.11: a program that uses them fails there.
_NEWER_BUILTINS = frozenset({"PythonFinalizationError", "_IncompleteInputError"})


def has_pyflakes() -> bool:
    """Whether pyflakes is installed."""
    return Checker is not None


def pyflakes_findings(module: Module, file_name: str) -> list[Diagnostic]:
    """Every finding of pyflakes. Raises RecursionError where the tree is too deep for it."""
    if Checker is None:
        return []
    source, tree = module.source, module.tree
    checker = _checker_of_3_11(knows_typing="typing" in source.text)
    with without_warnings():  # it parses annotations that stand in strings
        messages = checker(tree, filename=file_name, withDoctest=False).messages
    starts = _Starts(module, messages) if messages else None
    return [_diagnostic(source, starts, message) for message in messages if starts is not None]


@cache
def _checker_of_3_11(*, knows_typing: bool) -> Any:
    """pyflakes' Checker asks the running Python whether annotations are evaluated and which builtins there are. A file
    without the word `typing` spares it the question at each call whether this is `typing.cast` or one of its like."""

    class CheckerOf311(Checker):  # type: ignore[misc] # pyflakes has no types, so its class is Any
        nodeDepth: int
        _in_annotation: Any

        @property
        def _in_postponed_annotation(self) -> bool:
            if self._in_annotation == AnnotationState.BARE:
                return bool(self.annotationsFutureEnabled)
            return bool(self._in_annotation == AnnotationState.STRING)

        def handleAnnotation(self, annotation: ast.AST | None, node: ast.AST) -> None:
            if annotation is None:
                return
            if self.annotationsFutureEnabled:
                self.deferFunction(lambda: self._handle_annotation(annotation, node))
            else:
                self._handle_annotation(annotation, node)

        def _handle_annotation(self, annotation: ast.AST, node: ast.AST) -> None:
            around, self._in_annotation = self._in_annotation, AnnotationState.BARE
            self.handleNode(annotation, node)
            self._in_annotation = around

        def addBinding(self, node: Any, value: Any) -> None:
            if node is not None:
                super().addBinding(node, value)
            elif value.name not in _NEWER_BUILTINS:
                self.scopeStack[-1][value.name] = value  # a builtin, the first thing of that name

        def handleNode(self, node: ast.AST | None, parent: ast.AST) -> None:
            """The same, without asking at each node whether it ends the part of the file for `__future__`."""
            if node is None:
                return
            depth = self.nodeDepth + 1
            if (depth == 1 and self.scopeStack[-1].__class__ is ModuleScope) or not _IN_OUR_ORDER:
                super().handleNode(node, parent)
                return
            self.nodeDepth = self._node_depths[node] = depth
            self._parents[node] = parent
            (self._nodeHandlers.get(node.__class__) or self.getNodeHandler(node.__class__))(node)
            self.nodeDepth = depth - 1

        def handleChildren(self, tree: ast.AST, omit: Any = None) -> None:
            """Does to each child what `handleNode` does below the top of the file, without a call for each."""
            depth = self.nodeDepth + 1
            if (depth == 1 and self.scopeStack[-1].__class__ is ModuleScope) or not _IN_OUR_ORDER:
                super().handleChildren(tree, omit)
                return
            depths, parents, handlers = self._node_depths, self._parents, self._nodeHandlers
            for child in children_without(tree, omit) if omit else children_of(tree):
                self.nodeDepth = depths[child] = depth
                parents[child] = tree
                (handlers.get(child.__class__) or self.getNodeHandler(child.__class__))(child)
            self.nodeDepth = depth - 1

        def NAME(self, node: ast.Name) -> None:  # pyflakes' name
            """The same for a name that is read, where the first scope that has it tells all there is to know."""
            name, scopes = node.id, self.scopeStack
            if node.ctx.__class__ is ast.Load and name not in _NAMES_WITH_A_MEANING:
                for scope in reversed(scopes):
                    binding = scope.get(name)
                    if binding is None:
                        continue
                    if binding.__class__ in _WITH_MORE_TO_THEM or (
                        scope.__class__ is ClassScope and scope is not scopes[-1]
                    ):
                        break
                    if isinstance(binding, Importation) and (
                        binding._has_alias() or getattr(binding, "is_lazy", False)
                    ):
                        break
                    binding.used = (scopes[-1], node)
                    return
            super().NAME(node)

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
            called = node.func
            if called.__class__ is ast.Attribute and called.attr == "format":
                super().CALL(node)
            else:
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

    def __init__(self, module: Module, messages: Iterable[Any]) -> None:
        self._source = module.source
        self._nodes: dict[tuple[int, int], ast.AST] = {}
        lines = {message.lineno for message in messages}
        for node in module.nodes:
            line: int | None = getattr(node, "lineno", None)
            if line is not None and line in lines:
                # They are in the order from the outside in, so the widest node of a place comes first.
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

"""What a cause can read in the learner's file: the lines, the configuration they wrote, where a call is."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cached_property
from typing import TypeGuard

from allranks.protocol import Frame

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def _is_partial(value: ast.expr) -> TypeGuard[ast.Call]:
    return (
        isinstance(value, ast.Call)
        and bool(value.args)
        and "partial" in (getattr(value.func, "id", ""), getattr(value.func, "attr", ""))
    )


class Program:
    """The learner's file. A file that is no Python has lines, and nothing else is found in it."""

    def __init__(self, source: str, file_name: str) -> None:
        self.source = source
        self.file_name = file_name

    @cached_property
    def tree(self) -> ast.Module:
        """Parsed, or an empty module."""
        try:
            return ast.parse(self.source)
        except (SyntaxError, ValueError, RecursionError):
            return ast.Module(body=[], type_ignores=[])

    def text(self, line: int) -> str:
        """The line, stripped; empty where there is none."""
        lines = self.source.splitlines()
        return lines[line - 1].strip() if 0 < line <= len(lines) else ""

    def frame(self, line: int) -> Frame | None:
        """A place in the file that no traceback named; None where the file has no such line."""
        if not self.text(line):
            return None
        return Frame(
            file=self.file_name, line=line, function=self.function(line) or "<module>", text=self.text(line), own=True
        )

    def function(self, line: int) -> str | None:
        """The innermost function around a line."""
        found = self._function(line)
        return found.name if found else None

    def calls(self, name: str) -> list[ast.Call]:
        """Calls of `name` or `anything.name`, in the order of the file."""
        found = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Call)
            and (
                (isinstance(node.func, ast.Attribute) and node.func.attr == name)
                or (isinstance(node.func, ast.Name) and node.func.id == name)
            )
        ]
        return sorted(found, key=lambda call: (call.lineno, call.col_offset))

    def only_call(self, name: str) -> Frame | None:
        """The one call of this name, or None when there are several or none."""
        found = self.calls(name)
        return self.frame(found[0].lineno) if len(found) == 1 else None

    def given(self, keyword: str) -> list[ast.expr]:
        """What calls in the file were given by this keyword, names followed to what they were last bound to."""
        return [
            self._value(argument.value)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Call)
            for argument in node.keywords
            if argument.arg == keyword
        ]

    def literal(self, keyword: str) -> object:
        """The constant that this keyword was given, where exactly one call gives it; else None."""
        values = self.given(keyword)
        return values[0].value if len(values) == 1 and isinstance(values[0], ast.Constant) else None

    def keys(self, keyword: str) -> list[str] | None:
        """The string keys of the dictionary that this keyword was given; None where that cannot be told."""
        values = self.given(keyword)
        if len(values) != 1:
            return None
        value = values[0]
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "dict":
            names = [argument.arg for argument in value.keywords]
            return None if value.args or None in names else [name for name in names if name]
        if not isinstance(value, ast.Dict):
            return None
        keys = [key.value if isinstance(key, ast.Constant) else None for key in value.keys]
        return [key for key in keys if isinstance(key, str)] if all(isinstance(key, str) for key in keys) else None

    def loops(self) -> set[str]:
        """Names of the functions that a trainer is given as its loop."""
        given = [*self.given("train_loop_per_worker"), *(call.args[0] for call in self.trainers() if call.args)]
        filled = [value.args[0] for value in given if _is_partial(value)]
        return {value.id for value in (*given, *filled) if isinstance(value, ast.Name)}

    def trainers(self) -> list[ast.Call]:
        """Calls that make a trainer."""
        return [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Call)
            and str(getattr(node.func, "id", "") or getattr(node.func, "attr", "")).endswith("Trainer")
        ]

    def assignment(self, name: str) -> Frame | None:
        """Where the file itself first binds a name, outside of functions."""
        for node in self.tree.body:
            targets = node.targets if isinstance(node, ast.Assign) else []
            if any(isinstance(target, ast.Name) and target.id == name for target in targets):
                return self.frame(node.lineno)
        return None

    def parameters(self, line: int) -> list[ast.arg]:
        """The parameters of the innermost function around a line."""
        function = self._function(line)
        return [] if function is None else [*function.args.posonlyargs, *function.args.args]

    def parameters_of(self, name: str) -> list[str]:
        """What a function of this name takes, or a class by its `__init__` or its fields; empty where there is none."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ClassDef) and node.name == name:
                made = [each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
                if made:
                    return [argument.arg for argument in [*made[0].args.args, *made[0].args.kwonlyargs][1:]]
                fields = [each.target for each in node.body if isinstance(each, ast.AnnAssign)]
                return [field.id for field in fields if isinstance(field, ast.Name)]
            if isinstance(node, _Function) and node.name == name:
                return [argument.arg for argument in (*node.args.args, *node.args.kwonlyargs)]
        return []

    def defaults(self, line: int) -> int:
        """How many of them have a default."""
        function = self._function(line)
        return 0 if function is None else len(function.args.defaults)

    def names(self, line: int) -> Iterator[ast.expr]:
        """The expressions that stand on a line or go over it."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.expr) and node.lineno <= line <= (node.end_lineno or node.lineno):
                yield node

    def statement(self, line: int) -> tuple[int, int]:
        """The first and the last line of the smallest statement around a line."""
        around = [
            (node.lineno, node.end_lineno or node.lineno)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.stmt) and node.lineno <= line <= (node.end_lineno or node.lineno)
        ]
        return min(around, key=lambda span: span[1] - span[0]) if around else (line, line)

    def in_a_test(self, line: int) -> bool:
        """Whether the line stands in an `if` of its function."""
        function = self._function(line)
        return any(
            isinstance(node, ast.If) and node.lineno < line <= (node.end_lineno or node.lineno)
            for node in ast.walk(function or self.tree)
        )

    def _function(self, line: int) -> _Function | None:
        around = [
            node
            for node in ast.walk(self.tree)
            if isinstance(node, _Function) and node.lineno <= line <= (node.end_lineno or node.lineno)
        ]
        return max(around, key=lambda node: node.lineno) if around else None

    def _value(self, value: ast.expr) -> ast.expr:
        if not isinstance(value, ast.Name):
            return value
        bound = [
            node.value
            for node in ast.walk(self.tree)
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name) and target.id == value.id
        ]
        return bound[0] if len(bound) == 1 else value

"""Where the training loop reads its configuration."""

from __future__ import annotations

import ast
from functools import cached_property

from .configuration import Signature
from .loop import TrainLoop
from .scopes import Function
from .values import constant

_DEEPEST = 6


class ConfigReads:
    """The reads of the configuration in `loop`, also where it goes by another name or was handed to a function."""

    def __init__(self, loop: TrainLoop, signature: Signature) -> None:
        self._loop = loop
        self._module = loop.module
        self._signature = signature
        self._known: dict[tuple[Function, str], bool] = {}

    @cached_property
    def by_key(self) -> list[tuple[str, ast.Subscript]]:
        """Each `config["key"]` that is read, with its key."""
        found = []
        for node in self._loop.index.all(ast.Subscript):
            key = constant(self._module, node.slice) if self.is_config(node.value) else ...
            if isinstance(key, str) and isinstance(node.ctx, ast.Load):
                found.append((key, node))
        return found

    @cached_property
    def looked_for(self) -> set[str]:
        """The keys that the loop asks for in a way that stands their absence, or puts in itself."""
        found: set[str] = set()
        for call in self._loop.index.calls_named("get", "setdefault", "pop"):
            if isinstance(call.func, ast.Attribute) and call.args and self.is_config(call.func.value):
                found.add(str(constant(self._module, call.args[0])))
        for comparison in self._loop.index.all(ast.Compare):
            if isinstance(comparison.ops[0], ast.In | ast.NotIn) and self.is_config(comparison.comparators[0]):
                found.add(str(constant(self._module, comparison.left)))
        for node in self._loop.index.all(ast.Subscript):
            if not isinstance(node.ctx, ast.Load) and self.is_config(node.value):
                found.add(str(constant(self._module, node.slice)))
        return found

    @cached_property
    def is_changed(self) -> bool:
        """Whether the loop puts entries into the configuration that cannot be told one by one."""
        return any(
            isinstance(call.func, ast.Attribute) and self.is_config(call.func.value)
            for call in self._loop.index.calls_named("update")
        )

    def is_config(self, expression: ast.expr, depth: int = 0) -> bool:
        """Whether `expression` is certain to be the configuration."""
        binding = self._module.binding(expression) if isinstance(expression, ast.Name) else None
        if binding is None or depth > _DEEPEST or not isinstance(expression, ast.Name):
            return False
        if binding.kind == "assignment" and isinstance(binding.value, ast.Name):
            return self.is_config(binding.value, depth + 1)
        if binding.kind != "parameter" or not isinstance(binding.node, Function):
            return False
        place = (binding.node, expression.id)
        if place not in self._known:
            self._known[place] = False  # answers recursion
            self._known[place] = self._is_config_parameter(*place, depth)
        return self._known[place]

    def _is_config_parameter(self, function: Function, name: str, depth: int) -> bool:
        if function is self._signature.function:
            return self._signature.first is not None and self._signature.first.arg == name
        given = self._module.arguments_for(function, name)
        return bool(given) and all(self.is_config(argument, depth + 1) for argument in given or ())

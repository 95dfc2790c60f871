"""What an expression is worth on each rank, as far as the text tells."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from .attributes import attribute_value
from .module import Module
from .scopes import Function, walk

_RANK_METHODS = frozenset({"get_world_rank", "get_local_rank"})
_RANK_FUNCTIONS = frozenset({"torch.distributed.get_rank"})
_MAIN_PROCESS = frozenset({"is_main_process", "is_local_main_process"})
_OF_ACCELERATOR = _MAIN_PROCESS | {"process_index", "local_process_index"}
_RANK_VARIABLES = frozenset({"RANK", "LOCAL_RANK"})
_ENVIRONMENT_READERS = frozenset({"os.environ.get", "os.getenv"})
_CONVERSIONS: dict[str, Callable[[Any], Any]] = {"builtins.int": int, "builtins.str": str, "builtins.bool": bool}
_DEEPEST = 20
_DEFAULT_WORLD_SIZE = 4
_LARGEST_WORLD_SIZE = 64


class _Unknown:
    """The value of everything that the text does not tell."""


UNKNOWN: Final = _Unknown()

_COMPARISONS: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda item, items: item in items,
    ast.NotIn: lambda item, items: item not in items,
    ast.Is: operator.eq,
    ast.IsNot: operator.ne,
}
_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Mod: operator.mod,
    ast.FloorDiv: operator.floordiv,
}


def world_of(module: Module) -> RankValues | None:
    """Ranks of the largest world that the trainers of `module` may make, of a usual one where that is not known; None
    where no trainer has more than one worker, so that nobody ever waits for another."""
    sizes = [trainer.workers for trainer in module.trainers]
    known = [size for workers in sizes if workers for size in workers]
    if sizes and None not in sizes and max(known, default=0) < 2:
        return None
    return RankValues(module, max(known) if known and None not in sizes else None)


class RankValues:
    """Evaluates conditions with a rank put in. `world_size` None stands for a size that is not known."""

    def __init__(self, module: Module, world_size: int | None) -> None:
        self._module = module
        self._world_size = min(world_size or _DEFAULT_WORLD_SIZE, _LARGEST_WORLD_SIZE)
        self._rank = 0
        self._values: dict[ast.expr, Any] = {}
        self._everywhere: dict[ast.expr, Any] = {}
        self._times_looked = 0
        self._differs: dict[ast.expr, bool] = {}

    def differs(self, condition: ast.expr) -> bool:
        """Whether `condition` lets some ranks through and surely keeps others out, or the other way round.

        A condition that is unknown on all ranks, such as `epoch % 10 == 0`, does not.
        """
        if condition not in self._differs:
            outcomes = set()
            for rank in range(self._world_size) if self.depends(condition) else ():
                value = self.on(rank, condition)
                outcomes.add("unknown" if value is UNKNOWN else str(bool(value)))
            self._differs[condition] = len(outcomes) > 1
        return self._differs[condition]

    def varies(self, expression: ast.expr) -> bool:
        """Whether `expression` has a known value on each rank, and not the same one: `3 - rank`."""
        values: set[Any] = set()
        if not self.depends(expression):
            return False
        for rank in range(self._world_size):
            value = self.on(rank, expression)
            if value is UNKNOWN:
                return False
            values.add(str(value))
        return len(values) > 1

    @property
    def world(self) -> range:
        """The ranks that conditions are tried with."""
        return range(self._world_size)

    def on(self, rank: int, expression: ast.expr) -> Any:
        """What `expression` is worth on `rank`, or `UNKNOWN`."""
        if expression in self._everywhere:
            return self._everywhere[expression]
        self._rank = rank
        self._values.clear()
        before = self._times_looked
        value = self._value(expression, 0)
        if self._times_looked == before:  # nobody asked for the rank, so that no other rank can give another value
            self._everywhere[expression] = value
        return value

    def depends(self, expression: ast.expr) -> bool:
        """Whether the rank has a part in what `expression` is worth."""
        self.on(0, expression)
        return expression not in self._everywhere

    def _looked(self) -> int:
        self._times_looked += 1
        return self._rank

    def mentions_rank(self, expression: ast.AST) -> bool:
        """Whether a value that differs between ranks stands anywhere in `expression`: `files[rank::world]`."""
        return any(
            isinstance(node, ast.Call | ast.Name | ast.Subscript) and self.varies(node) for node in walk(expression)
        )

    def _value(self, expression: ast.expr, depth: int) -> Any:
        if depth > _DEEPEST:
            return UNKNOWN
        if expression not in self._values:
            self._values[expression] = UNKNOWN  # answers what is defined by itself
            with suppress(ArithmeticError, TypeError, ValueError):  # a comparison that would raise where it runs
                self._values[expression] = self._evaluate(expression, depth + 1)
        return self._values[expression]

    def _evaluate(self, expression: ast.expr, depth: int) -> Any:
        match expression:
            case ast.Constant(value=int() | str() | bool() | None):
                return expression.value
            case ast.Tuple(elts=elements) | ast.List(elts=elements) | ast.Set(elts=elements):
                values = [self._value(element, depth) for element in elements]
                return UNKNOWN if UNKNOWN in values else values
            case ast.Name():
                return self._name(expression, depth)
            case ast.Call():
                return self._call(expression, depth)
            case ast.Subscript(value=container, slice=ast.Constant(value=str(variable))):
                return self._environment(variable) if self._module.qualified(container) == "os.environ" else UNKNOWN
            case ast.Attribute(value=ast.Name()):
                return self._attribute(expression, depth)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                value = self._value(operand, depth)
                return UNKNOWN if value is UNKNOWN else not value
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                value = self._value(operand, depth)
                return UNKNOWN if value is UNKNOWN else -value
            case ast.BinOp() if type(expression.op) in _OPERATIONS:
                left, right = self._value(expression.left, depth), self._value(expression.right, depth)
                known = isinstance(left, int) and isinstance(right, int)
                return _OPERATIONS[type(expression.op)](left, right) if known else UNKNOWN
            case ast.BoolOp():
                return self._and_or(expression, depth)
            case ast.IfExp():
                test = self._value(expression.test, depth)
                if test is UNKNOWN:
                    return UNKNOWN
                return self._value(expression.body if test else expression.orelse, depth)
            case ast.Compare():
                return self._compare(expression, depth)
        return UNKNOWN

    def _name(self, name: ast.Name, depth: int) -> Any:
        binding = self._module.binding(name)
        if binding is None:
            return UNKNOWN
        if binding.kind == "assignment" and binding.value is not None:
            return self._value(binding.value, depth)
        if binding.kind == "parameter" and isinstance(binding.node, Function):
            given = self._module.arguments_for(binding.node, name.id) or []
            values = [self._value(argument, depth) for argument in given]
            return values[0] if values and all(value == values[0] for value in values) else UNKNOWN
        return UNKNOWN

    def _attribute(self, expression: ast.Attribute, depth: int) -> Any:
        """`self.rank`, if the class assigns it once, and what Accelerate calls these things."""
        if expression.attr in _OF_ACCELERATOR:
            made = self._module.value(expression.value)
            if isinstance(made, ast.Call) and self._module.qualified(made.func) == "accelerate.Accelerator":
                return self._looked() == 0 if expression.attr in _MAIN_PROCESS else self._looked()
        value = attribute_value(self._module, expression)
        return self._value(value, depth) if value is not None else UNKNOWN

    def _call(self, call: ast.Call, depth: int) -> Any:
        name = self._module.qualified(call.func)
        method = call.func.attr if isinstance(call.func, ast.Attribute) else ""
        if name in _RANK_FUNCTIONS or (method in _RANK_METHODS and not call.args):
            return self._looked()
        if name == "torch.distributed.get_world_size" or method == "get_world_size":
            return self._world_size
        if name in _ENVIRONMENT_READERS and call.args and isinstance(call.args[0], ast.Constant):
            return self._environment(call.args[0].value)
        if name in _CONVERSIONS and len(call.args) == 1:
            value = self._value(call.args[0], depth)
            return UNKNOWN if value is UNKNOWN else _CONVERSIONS[name](value)
        function = self._module.function(call.func)
        returned = self._module.returned(function) if function else None
        return self._value(returned, depth) if returned is not None else UNKNOWN

    def _environment(self, variable: object) -> Any:
        if variable in _RANK_VARIABLES:
            return str(self._looked())
        return str(self._world_size) if variable == "WORLD_SIZE" else UNKNOWN

    def _and_or(self, expression: ast.BoolOp, depth: int) -> Any:
        values = [self._value(operand, depth) for operand in expression.values]
        decides = isinstance(expression.op, ast.Or)
        if any(value is not UNKNOWN and bool(value) is decides for value in values):
            return decides
        return UNKNOWN if UNKNOWN in values else not decides

    def _compare(self, expression: ast.Compare, depth: int) -> Any:
        left = self._value(expression.left, depth)
        for comparison, right_side in zip(expression.ops, expression.comparators, strict=True):
            right = self._value(right_side, depth)
            if left is UNKNOWN or right is UNKNOWN:
                return UNKNOWN
            if not _COMPARISONS[type(comparison)](left, right):
                return False
            left = right
        return True

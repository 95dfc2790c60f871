"""The sizes of tensors on each rank, as far as the text tells."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .arguments import argument
from .lengths import Lengths
from .module import Module
from .origins import FLUENT
from .ranks import UNKNOWN, RankValues
from .reaching import reaching
from .scopes import Function

_SIZED = frozenset(f"torch.{name}" for name in ("empty", "ones", "rand", "randn", "zeros"))
_SIZED_FIRST = frozenset({"torch.full"})
_ONE_SIDE = frozenset({"torch.arange"})
_OF_A_LIST = frozenset({"torch.tensor", "torch.as_tensor", "torch.Tensor", "torch.FloatTensor"})
_SAME_SHAPE = frozenset(
    {"torch.ones_like", "torch.zeros_like", "torch.rand_like", "torch.randn_like", "torch.empty_like"}
)
_DEEPEST = 12


class Shapes:
    """Asks whether a tensor is of another shape on some rank."""

    def __init__(self, module: Module, ranks: RankValues) -> None:
        self._module = module
        self._ranks = ranks
        self._lengths = Lengths(module, ranks)

    def differ(self, tensor: ast.expr) -> bool:
        """Whether `tensor` surely has not the same shape on every rank."""
        found = {self.shape(rank, tensor) for rank in self._ranks.world}
        if None not in found:
            return len(found) > 1
        made = self._made(0, tensor, 0)
        return all(made is self._made(rank, tensor, 0) for rank in self._ranks.world) and any(
            self._lengths.shifts(size) for size in self._sizes(made)
        )

    def shape(self, rank: int, tensor: ast.expr) -> tuple[int, ...] | None:
        """The shape of `tensor` on `rank`, or None."""
        made = self._made(rank, tensor, 0)
        if isinstance(made, ast.Call) and self._module.qualified(made.func) in _OF_A_LIST:
            return self._shape_of_items(rank, made.args[0]) if len(made.args) == 1 else None
        shape: list[int] = []
        for size in self._sizes(made):
            value = self._ranks.on(rank, size)
            if value is UNKNOWN or not isinstance(value, int):
                return None
            shape.append(value)
        return tuple(shape) or None

    def _shape_of_items(self, rank: int, items: ast.expr) -> tuple[int, ...] | None:
        length = self._lengths.length(rank, items)
        value = self._module.value(items)
        if isinstance(value, ast.List) and any(isinstance(element, ast.List | ast.Tuple) for element in value.elts):
            return None
        return (length,) if length is not None else None

    def _made(self, rank: int, tensor: ast.expr, depth: int) -> ast.expr:
        """The expression that makes `tensor` on `rank`, as far back as that is sure."""
        if depth > _DEEPEST:
            return tensor
        match tensor:
            case ast.Name():
                values = list(self._assigned(rank, tensor))
                value = values[0] if len(values) == 1 else None
                return self._made(rank, value, depth + 1) if value is not None else tensor
            case ast.IfExp():
                test = self._ranks.on(rank, tensor.test)
                if test is UNKNOWN:
                    return tensor
                return self._made(rank, tensor.body if test else tensor.orelse, depth + 1)
            case ast.Call(func=ast.Attribute(attr=attribute, value=inner)) if attribute in FLUENT:
                return self._made(rank, inner, depth + 1)
            case ast.Call(args=[inner]) if self._module.qualified(tensor.func) in _SAME_SHAPE:
                return self._made(rank, inner, depth + 1)
            case ast.Call():
                function = self._module.function(tensor.func)
                returned = self._module.returned(function) if function is not None else None
                return self._made(rank, returned, depth + 1) if returned is not None else tensor
        return tensor

    def _assigned(self, rank: int, name: ast.Name) -> Iterator[ast.expr | None]:
        """What `name` may have been assigned on `rank`; None for what is out of sight."""
        for binding in reaching(self._module, name):
            if binding.kind == "parameter" and isinstance(binding.node, Function):
                given = self._module.arguments_for(binding.node, name.id)
                yield from given if given is not None else (None,)
            elif self._is_reached(rank, binding.node):
                yield binding.value

    def _is_reached(self, rank: int, statement: ast.AST) -> bool:
        child, parent = statement, self._module.parent(statement)
        while parent is not None and not isinstance(child, Function):
            if isinstance(parent, ast.If) and child is not parent.test:
                test = self._ranks.on(rank, parent.test)
                if test is not UNKNOWN and (child in parent.body) is not bool(test):
                    return False
            child, parent = parent, self._module.parent(parent)
        return True

    def _sizes(self, made: ast.expr) -> list[ast.expr]:
        """The expressions that say how large `made` is; none where that cannot be told."""
        if isinstance(made, ast.Subscript) and isinstance(made.slice, ast.Slice):
            cut = made.slice
            return [cut.upper] if cut.upper is not None and cut.lower is None and cut.step is None else []
        if not isinstance(made, ast.Call):
            return []
        name = self._module.qualified(made.func)
        if name in _SIZED | _SIZED_FIRST:
            size = argument(made, "size")
            given = made.args[:1] if name in _SIZED_FIRST else list(made.args)
            given = [size] if size is not None else given
        elif name in _ONE_SIDE:
            given = made.args if len(made.args) == 1 else []
        else:
            given = []
        if len(given) == 1:
            value = self._module.value(given[0])
            given = value.elts if isinstance(value, ast.Tuple | ast.List) else given
        return [] if any(isinstance(one, ast.Starred) for one in given) else list(given)

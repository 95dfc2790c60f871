"""How large an array is that the script makes, where the text tells."""

from __future__ import annotations

import ast
import math

from .arguments import argument
from .module import Module
from .values import constant

_SHAPE_FIRST = frozenset(
    [
        *(f"numpy.{name}" for name in ("zeros", "ones", "empty", "full", "random.random", "random.standard_normal")),
        "torch.full",
    ]
)
_SIZE_LAST = frozenset({"numpy.random.normal", "torch.randint"})
_BY_SIDES = frozenset(
    [
        *("numpy.random.rand", "numpy.random.randn"),
        *(f"torch.{name}" for name in ("zeros", "ones", "empty", "rand", "randn")),
    ]
)
_ITEM_BYTES = {
    **dict.fromkeys(("bool", "bool_", "int8", "uint8"), 1),
    **dict.fromkeys(("float16", "bfloat16", "half", "int16"), 2),
    **dict.fromkeys(("float32", "float", "int32"), 4),
    **dict.fromkeys(("float64", "double", "int64", "long"), 8),
}


def literal_bytes(module: Module, expression: ast.expr) -> int:
    """The bytes of the array or tensor that `expression` makes; 0 where they are not known."""
    value = module.value(expression)
    if not isinstance(value, ast.Call):
        return 0
    name = module.qualified(value.func) or ""
    given = argument(value, "shape") or argument(value, "size")
    sides = [given] if given is not None else value.args[:1]
    if name in _BY_SIDES:
        sides = [given] if given is not None else value.args
    elif name in _SIZE_LAST:
        sides = [given] if given is not None else value.args[-1:]
    elif name not in _SHAPE_FIRST:
        return 0
    lengths = _lengths(module, sides)
    if not lengths or not all(isinstance(length, int) for length in lengths):
        return 0
    return math.prod(length for length in lengths if isinstance(length, int)) * _item_bytes(module, value, name)


def _lengths(module: Module, sides: list[ast.expr]) -> list[object]:
    found: list[object] = []
    for side in sides:
        value = module.value(side)
        elements = value.elts if isinstance(value, ast.Tuple | ast.List) else [value]
        found += [_whole(module, element) for element in elements]
    return found


def _whole(module: Module, element: ast.expr) -> object:
    value = module.value(element)
    if isinstance(value, ast.BinOp) and isinstance(value.op, ast.Mult):
        left, right = _whole(module, value.left), _whole(module, value.right)
        return left * right if isinstance(left, int) and isinstance(right, int) else ...
    return constant(module, element)


def _item_bytes(module: Module, call: ast.Call, maker: str) -> int:
    dtype = argument(call, "dtype")
    if dtype is None:
        return 4 if maker.startswith("torch.") else 8
    name = module.qualified(dtype) or str(constant(module, dtype))
    return _ITEM_BYTES.get(name.rsplit(".", 1)[-1], 1)

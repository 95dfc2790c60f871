"""Which Ray Data set or shard the batches of an expression come from."""

from __future__ import annotations

import ast
from collections.abc import Callable

from .module import Module
from .origins import makers

_RAY_DATA = ("ray.data.read_", "ray.data.from_", "ray.data.range")


def ray_data_sources(module: Module, expression: ast.expr) -> list[ast.Call]:
    """The `ray.data.read_...(...)` that the batches come from, through any methods of data sets; empty where one way
    is out of sight."""
    return _method_roots(module, expression, lambda name: name.startswith(_RAY_DATA))


def shards_of(module: Module, expression: ast.expr) -> list[ast.Call]:
    """The same for `ray.train.get_dataset_shard(...)`."""
    return _method_roots(module, expression, lambda name: name == "ray.train.get_dataset_shard")


def _method_roots(module: Module, expression: ast.expr, wanted: Callable[[str], bool]) -> list[ast.Call]:
    found: list[ast.Call] = []
    waiting, seen = [expression], set[ast.expr]()
    while waiting:
        for maker in makers(module, waiting.pop()) or ():
            if maker in seen:
                continue
            seen.add(maker)
            if not isinstance(maker, ast.Call):
                return []
            if wanted(module.qualified(maker.func) or ""):
                found.append(maker)
            elif isinstance(maker.func, ast.Attribute):
                waiting.append(maker.func.value)
            else:
                return []
    return found

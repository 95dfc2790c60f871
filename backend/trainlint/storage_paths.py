"""Where a run stores its checkpoints, as far as the text tells."""

from __future__ import annotations

import ast

from .module import Module

_JOINERS = frozenset({"os.path.join", "pathlib.Path", "pathlib.PurePath", "pathlib.PosixPath", "builtins.str"})
_DEEPEST = 6


def beginning(module: Module, path: ast.expr, depth: int = 0) -> str | None:
    """The first characters of `path`, followed through joins, f-strings and sums; None where they are not known."""
    value = module.value(path)
    if depth > _DEEPEST:
        return None
    match value:
        case ast.Constant(value=str(text)):
            return text or None
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
            return text
        case ast.BinOp(op=ast.Add() | ast.Div(), left=left):
            return beginning(module, left, depth + 1)
        case ast.Call(args=[first, *_]) if module.qualified(value.func) in _JOINERS:
            return beginning(module, first, depth + 1)
    return None

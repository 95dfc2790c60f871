"""Checkpoints in a program: where they come from, what directory they name, who reports them."""

from __future__ import annotations

import ast

from .arguments import argument
from .module import Module
from .reaching import latest, opened_by, reaching
from .trainer import trainer_of_result

REPORT = "ray.train.report"
GET_CHECKPOINT = "ray.train.get_checkpoint"
_CLASSES = ("ray.train.Checkpoint", "ray.train._checkpoint.Checkpoint")
_MAKERS = frozenset([*_CLASSES, *(f"{name}.from_directory" for name in _CLASSES)])


def checkpoint_of(report: ast.Call) -> ast.expr | None:
    """The checkpoint that a call of `ray.train.report` is given; None where that is None or not seen."""
    given = argument(report, "checkpoint", 1)
    return None if isinstance(given, ast.Constant) else given


def directory_of(module: Module, made: ast.expr) -> ast.expr | None:
    """The directory of `Checkpoint.from_directory(folder)`, None where `made` is something else."""
    if not isinstance(made, ast.Call) or module.qualified(made.func) not in _MAKERS:
        return None
    return argument(made, "path", 0)


def is_checkpoint(module: Module, expression: ast.expr) -> bool:
    """Whether `expression` surely is a checkpoint (or None): what `get_checkpoint` gave, what a result holds, or one
    made here."""
    if isinstance(expression, ast.Name):
        bindings = reaching(module, expression)
        values = [bound.value for bound in bindings if bound.kind == "assignment" and bound.value is not None]
        made = [value for value in values if not (isinstance(value, ast.Constant) and value.value is None)]
        return bool(made) and len(values) == len(bindings) and all(_is_made(module, value) for value in made)
    return _is_made(module, expression)


def _is_made(module: Module, value: ast.expr) -> bool:
    value = latest(module, value)
    match value:
        case ast.Call():
            return module.qualified(value.func) in _MAKERS | {GET_CHECKPOINT}
        case ast.Attribute(attr="checkpoint"):
            return trainer_of_result(module, value.value) is not None
        case ast.NamedExpr():
            return _is_made(module, value.value)
    return False


def opened_checkpoint(module: Module, folder: ast.expr | None) -> ast.expr | None:
    """The checkpoint whose directory `folder` is, by `as_directory` or `to_directory`."""
    if folder is None:
        return None
    item = opened_by(module, folder)
    opened = item.context_expr if item is not None else latest(module, folder)
    if isinstance(opened, ast.Call) and isinstance(opened.func, ast.Attribute):
        return opened.func.value if opened.func.attr in ("as_directory", "to_directory") else None
    return None


def is_resumed_from(module: Module, folder: ast.expr | None) -> bool:
    """Whether `folder` is a directory of what `get_checkpoint` gave."""
    opened = opened_checkpoint(module, folder)
    made = [opened] if opened is not None else []
    if isinstance(opened, ast.Name):
        made = [bound.value for bound in reaching(module, opened) if bound.value is not None]
    return any(
        isinstance(value := latest(module, way), ast.Call) and module.qualified(value.func) == GET_CHECKPOINT
        for way in made
    )

"""What `fit()` gives back: whether it can hold anything of a checkpoint, and whether the program looks first."""

from __future__ import annotations

import ast

from .module import Module
from .scopes import walk
from .trainer import Trainer

_CATCHES = frozenset({"TypeError", "AttributeError", "IndexError", "LookupError", "Exception", "BaseException"})
CATCH_KEY_ERROR = frozenset({"KeyError", "LookupError", "Exception", "BaseException"})


def never_has_a_checkpoint(trainer: Trainer) -> bool:
    """Whether it is sure that the loop of `trainer` reports no checkpoint, and does not run in local mode."""
    loop = trainer.loop
    if loop is None or trainer.has_unseen_arguments:
        return False
    config = trainer.argument("scaling_config")
    if config is not None and trainer.scaling_config is None:
        return False  # made elsewhere: it may be local mode
    if trainer.workers is not None and 0 in trainer.workers:
        return False
    return not loop.may_report_out_of_sight and not any(_may_pass_a_checkpoint(call) for call in loop.reports)


def _may_pass_a_checkpoint(report: ast.Call) -> bool:
    if len(report.args) > 1 or any(isinstance(argument, ast.Starred) for argument in report.args):
        return True
    return any(
        keyword.arg is None
        or (
            keyword.arg == "checkpoint"
            and not (isinstance(keyword.value, ast.Constant) and keyword.value.value is None)
        )
        for keyword in report.keywords
    )


class Looks:
    """Remembers which functions look at what a result holds before they use it."""

    def __init__(self, module: Module) -> None:
        self._module = module
        self._known: dict[tuple[ast.AST, frozenset[str]], bool] = {}

    def before_use(self, use: ast.AST, names: set[str]) -> bool:
        """Whether the function around `use` tests what goes by one of `names`, bare, anywhere."""
        frame = self._module.frame(use)
        key = (frame, frozenset(names))
        if key not in self._known:
            self._known[key] = any(_looks_at(node, names) for node in walk(frame))
        return self._known[key]


def is_tried(module: Module, use: ast.AST, catches: frozenset[str] = _CATCHES) -> bool:
    """Whether `use` stands in a `try` that catches what None or an empty list raises, or one of `catches`."""
    child: ast.AST | None = use
    while child is not None:
        parent = module.parent(child)
        if (
            isinstance(parent, ast.Try)
            and child in parent.body
            and any(_catches(handler, catches) for handler in parent.handlers)
        ):
            return True
        child = parent
    return False


def _looks_at(node: ast.AST, names: set[str]) -> bool:
    """Whether `node` is a test of the bare metrics (`if result.metrics:`, `result.metrics is None`), or of what goes
    with them (`if result.checkpoint:`)."""
    tests: list[ast.expr]
    match node:
        case ast.If() | ast.IfExp() | ast.While() | ast.Assert():
            tests = [node.test]
        case ast.BoolOp():
            tests = node.values
        case ast.Match():
            tests = [node.subject]
        case _:
            return False
    for test in tests:
        used = {id(inner.value) for inner in walk(test) if isinstance(inner, ast.Subscript | ast.Attribute)}
        for inner in walk(test):
            if isinstance(inner, ast.Attribute) and inner.attr == "checkpoint":
                return True
            if isinstance(inner, ast.Name | ast.Attribute) and id(inner) not in used and ast.unparse(inner) in names:
                return True
    return False


def _catches(handler: ast.ExceptHandler, catches: frozenset[str]) -> bool:
    return handler.type is None or any(isinstance(node, ast.Name) and node.id in catches for node in walk(handler.type))

"""Whether a place in the training loop is certain to be reached."""

from __future__ import annotations

import ast

from .loop import TrainLoop
from .module import Module
from .node_index import last_word
from .scopes import walk

_DEEPEST = 4
_RANKS = ("get_world_rank", "get_local_rank", "get_rank")


def surely_runs(loop: TrainLoop, node: ast.AST, depth: int = 0) -> bool:
    """Whether `node` runs whenever `loop` does, as far as the text tells: under no condition, in no `try` that catches,
    behind no early `return`; in the loop itself, or in a function that it surely calls.

    A `for` is taken to go round at least once, and a condition on the rank or on what a `for` counts
    (`epoch % 5 == 0`) to hold at least once.
    """
    module = loop.module
    frame = module.frame(node)
    child = node
    while child is not frame:
        parent = module.parent(child)
        if parent is None or _may_be_passed_by(module, parent, child):
            return False
        child = parent
    if frame is loop.function:
        return True
    return depth < _DEEPEST and any(
        module.function(call.func) is frame and surely_runs(loop, call, depth + 1)
        for call in loop.calls
        if call is not node
    )


def _may_be_passed_by(module: Module, parent: ast.AST, child: ast.AST) -> bool:
    match parent:
        case ast.If() | ast.IfExp() | ast.While():
            if child is not parent.test and not _holds_at_times(module, parent.test):
                return True
        case ast.BoolOp():
            return child is not parent.values[0]
        case ast.Try():
            if bool(parent.handlers) and child not in parent.finalbody:
                return True
        case ast.With():
            if any(_suppresses(module, item.context_expr) for item in parent.items):
                return True
        case ast.ExceptHandler() | ast.match_case():
            return True
        case ast.comprehension():
            return child is not parent.iter
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            return child not in parent.generators and any(generator.ifs for generator in parent.generators)
    return any(_leaves(earlier) for earlier in _before(parent, child))


def _holds_at_times(module: Module, test: ast.expr) -> bool:
    """Whether `test` asks for the rank or for what a `for` counts, in a condition of one part."""
    if isinstance(test, ast.BoolOp):
        return False
    return any(_counts(module, node) for node in walk(test))


def _counts(module: Module, node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return last_word(node.func) in _RANKS
    binding = module.binding(node) if isinstance(node, ast.Name) else None
    if binding is None or binding.kind != "assignment":
        return False
    return isinstance(binding.node, ast.For) or (
        isinstance(binding.value, ast.Call) and last_word(binding.value.func) in _RANKS
    )


def _suppresses(module: Module, manager: ast.expr) -> bool:
    name = module.qualified(manager.func) if isinstance(manager, ast.Call) else None
    return name in ("contextlib.suppress", "pytest.raises")


def _before(parent: ast.AST, child: ast.AST) -> list[ast.stmt]:
    """The statements before `child` in the block of `parent` that it stands in."""
    for block in (getattr(parent, name, None) for name in ("body", "orelse", "finalbody")):
        if isinstance(block, list) and child in block:
            return block[: block.index(child)]
    return []


def _leaves(statement: ast.stmt) -> bool:
    """Whether `statement` is an `if` with a branch that leaves the function."""
    if not isinstance(statement, ast.If):
        return False
    return any(isinstance(inner, ast.Return | ast.Raise) for inner in (*statement.body, *statement.orelse))

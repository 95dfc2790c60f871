"""Whether all ranks reach a place where they wait for each other."""

from __future__ import annotations

import ast
from collections.abc import Callable

from .methods import calls_of_its_own
from .module import Module
from .ranks import RankValues
from .scopes import Function, walk

_LEAVES = (ast.Return, ast.Continue, ast.Break)


class Guards:
    """Asks which calls of a file meet the other ranks, and whether all ranks reach them.

    `meets` says it of one call: `ray.train.report`, or any collective. A call of a function of this file that meets
    is itself such a call.
    """

    def __init__(self, module: Module, ranks: RankValues, meets: Callable[[ast.Call], bool]) -> None:
        self._module = module
        self._ranks = ranks
        self._meets_itself = meets
        self._meetings: dict[Function, list[ast.Call]] = {}
        self._sends_away: dict[ast.stmt, bool] = {}
        self._runs = calls_of_its_own(module)

    def meetings(self, function: Function) -> list[ast.Call]:
        """The calls in the body of `function` itself that meet, or call a function of this file that does."""
        if function not in self._meetings:
            self._meetings[function] = []  # answers recursion
            self._meetings[function] = [call for call in self._module.calls_in(function) if self._meets(call)]
        return self._meetings[function]

    def _meets(self, call: ast.Call) -> bool:
        if self._meets_itself(call):
            return True
        function = self._runs.get(call)
        return function is not None and bool(self.meetings(function))

    def _any_meets(self, nodes: list[ast.stmt] | list[ast.expr]) -> bool:
        return any(
            isinstance(inner, ast.Call) and self._meets(inner)
            for node in nodes
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
            for inner in walk(node, into_functions=False)
        )

    def keeps_ranks_away(self, call: ast.Call, function: Function) -> bool:
        """Whether something between the start of `function` and `call` lets only some ranks through."""
        guarded = False
        child: ast.AST = call
        while child is not function:
            parent = self._module.parent(child)
            if parent is None:
                return False
            match parent:
                case ast.If() if child is not parent.test and self._ranks.differs(parent.test):
                    branch, other = parent.body, parent.orelse
                    if child not in branch:
                        branch, other = other, branch
                    after = self._block_around(parent)[1] if isinstance(branch[-1], _LEAVES) else []
                    if self._any_meets([*other, *after]):
                        return False
                    guarded = True
                case ast.IfExp() if child is not parent.test and self._ranks.differs(parent.test):
                    if self._any_meets([parent.orelse if child is parent.body else parent.body]):
                        return False
                    guarded = True
                case ast.BoolOp():
                    before = parent.values[: next(i for i, value in enumerate(parent.values) if value is child)]
                    guarded = guarded or any(self._ranks.differs(value) for value in before)
            guarded = guarded or any(self._sends_ranks_away(earlier) for earlier in self._block_around(child)[0])
            child = parent
        return guarded

    def _sends_ranks_away(self, statement: ast.stmt) -> bool:
        """Whether `statement` is an `if` on the rank with one branch that leaves, without a meeting on the way."""
        if statement not in self._sends_away:
            self._sends_away[statement] = self._leaves_on_some_ranks(statement)
        return self._sends_away[statement]

    def _leaves_on_some_ranks(self, statement: ast.stmt) -> bool:
        if not isinstance(statement, ast.If) or not self._ranks.differs(statement.test):
            return False
        if self._any_meets([*statement.body, *statement.orelse]):
            return False
        leaves = [bool(branch) and isinstance(branch[-1], _LEAVES) for branch in (statement.body, statement.orelse)]
        return leaves[0] != leaves[1]

    def _block_around(self, node: ast.AST) -> tuple[list[ast.stmt], list[ast.stmt]]:
        """The statements before and after `node` in the block that it stands in."""
        parent = self._module.parent(node)
        for block in (getattr(parent, name, None) for name in ("body", "orelse", "finalbody")):
            if isinstance(block, list) and node in block:
                place = block.index(node)
                return block[:place], block[place + 1 :]
        return [], []

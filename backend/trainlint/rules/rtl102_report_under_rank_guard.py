"""RTL102: `ray.train.report` is reached by some ranks only."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from ..diagnostic import Diagnostic
from ..module import Module
from ..ranks import RankValues
from ..rule import Rule
from ..scopes import Function, walk

_LEAVES = (ast.Return, ast.Continue, ast.Break)


class ReportUnderRankGuard(Rule):
    """`ray.train.report` is called on some ranks only.

    ## What it does
    Looks for calls of `ray.train.report`, direct or through a function of the same file, that stand under a condition
    on the rank, or behind a `return`, `continue` or `break` that other ranks take. A condition with a report in each
    branch is fine.

    ## Why is this bad?
    `report` is a barrier: it returns when every rank has called it. The ranks that do call it wait for ever for those
    that never do. Nothing fails, and if rank 0 is among the missing not even a warning is printed.

    ## Example
    ```python
    from ray import train

    def train_loop():
        for epoch in range(3):
            loss = 1.0 / (epoch + 1)
            if train.get_context().get_world_rank() == 0:
                train.report({"loss": loss})
    ```

    ## Use instead
    ```python
    from ray import train

    def train_loop():
        for epoch in range(3):
            loss = 1.0 / (epoch + 1)
            if train.get_context().get_world_rank() == 0:
                print(f"epoch {epoch}: {loss}")
            train.report({"loss": loss})
    ```
    """

    code = "RTL102"
    name = "report-under-rank-guard"
    severity = "error"

    def check(self, module: Module) -> Iterator[Diagnostic]:
        sizes = [trainer.workers for trainer in module.trainers]
        known = [size for workers in sizes if workers for size in workers]
        if sizes and None not in sizes and max(known, default=0) < 2:
            return  # one worker, or local mode: nobody waits
        guards = _Guards(module, RankValues(module, max(known) if known and None not in sizes else None))
        for function in module.functions:
            for call in guards.reporting_calls(function):
                if guards.keeps_ranks_away(call, function):
                    yield self.at(
                        module,
                        call.func,
                        "Only some ranks get to this report, and they wait for the others for ever.",
                        "Report on every rank; keep the condition for printing or for what the checkpoint holds.",
                    )


class _Guards:
    """Asks which calls report, and whether all ranks reach them."""

    def __init__(self, module: Module, ranks: RankValues) -> None:
        self._module = module
        self._ranks = ranks
        self._reporting: dict[Function, list[ast.Call]] = {}
        self._sends_away: dict[ast.stmt, bool] = {}

    def reporting_calls(self, function: Function) -> list[ast.Call]:
        """The calls in the body of `function` itself that report, or call a function of this file that does."""
        if function not in self._reporting:
            self._reporting[function] = []  # answers recursion
            self._reporting[function] = [call for call in self._module.calls_in(function) if self._reports(call)]
        return self._reporting[function]

    def _reports(self, call: ast.Call) -> bool:
        if self._module.qualified(call.func) == "ray.train.report":
            return True
        called = self._module.function(call.func)
        return called is not None and bool(self.reporting_calls(called))

    def _any_reports(self, nodes: list[ast.stmt] | list[ast.expr]) -> bool:
        return any(
            isinstance(inner, ast.Call) and self._reports(inner)
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
                    if self._any_reports([*other, *after]):
                        return False
                    guarded = True
                case ast.IfExp() if child is not parent.test and self._ranks.differs(parent.test):
                    if self._any_reports([parent.orelse if child is parent.body else parent.body]):
                        return False
                    guarded = True
                case ast.BoolOp():
                    before = parent.values[: next(i for i, value in enumerate(parent.values) if value is child)]
                    guarded = guarded or any(self._ranks.differs(value) for value in before)
            guarded = guarded or any(self._sends_ranks_away(earlier) for earlier in self._block_around(child)[0])
            child = parent
        return guarded

    def _sends_ranks_away(self, statement: ast.stmt) -> bool:
        """Whether `statement` is an `if` on the rank with one branch that leaves, without a report on the way."""
        if statement not in self._sends_away:
            self._sends_away[statement] = self._leaves_on_some_ranks(statement)
        return self._sends_away[statement]

    def _leaves_on_some_ranks(self, statement: ast.stmt) -> bool:
        if not isinstance(statement, ast.If) or not self._ranks.differs(statement.test):
            return False
        if self._any_reports([*statement.body, *statement.orelse]):
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

"""The training loop is a coroutine or a generator: calling it runs none of its lines."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import ClassVar

from allranks.diagnosis.cause import Cause, Finding
from allranks.diagnosis.observed import Observed
from allranks.protocol import Diagnosis

_NOT_SENT = re.compile(r"cannot pickle '(coroutine|generator|async_generator)' object")


class LoopNotRun(Cause):
    """Ray Train calls the function and takes what it returns for its result; that cannot be sent back, and says nothing
    of the loop. Said where the file shows an `async` or a `yield` in the function that the trainer is given."""

    id: ClassVar[str] = "loop_not_run"
    order: ClassVar[int] = 390

    def find(self, observed: Observed) -> list[Finding]:
        if observed.reports or not observed.worker_failures:
            return []
        texts = [f"{failure.message}\n{failure.traceback}" for _, failure in observed.worker_failures]
        if not any(_NOT_SENT.search(text) or "failure to serialize a value" in text for text in texts):
            return []
        loops = observed.program.loops()
        for node in ast.walk(observed.program.tree):
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) or node.name not in loops:
                continue
            waits = isinstance(node, ast.AsyncFunctionDef)
            if waits or any(isinstance(each, ast.Yield | ast.YieldFrom) for each in _own(node.body)):
                explains = frozenset(seq for seq, _ in observed.worker_failures) | observed.passed_on | observed.end
                return [Finding(self._diagnosis(node, waits, observed), explains)]
        return []

    def _diagnosis(self, loop: ast.FunctionDef | ast.AsyncFunctionDef, waits: bool, observed: Observed) -> Diagnosis:
        made = "a coroutine" if waits else "a generator"
        word = "async def" if waits else "yield"
        return Diagnosis(
            cause=self.id,
            title=f"No line of {loop.name} ran: `{word}` makes it {made}",
            what_happened=(
                f"Ray Train calls the loop and waits for it to return. A function with `{word}` returns {made} at "
                "once, with none of its lines run; Ray Train then takes that for the loop's result and cannot send it "
                "back."
            ),
            evidence=["reports of all ranks: 0", f"line {loop.lineno}: {observed.program.text(loop.lineno)}"],
            where=observed.program.frame(loop.lineno),
            ranks=sorted({failure.rank for _, failure in observed.worker_failures}),
            mend="Make the loop an ordinary function; what has to be awaited, it can run by `asyncio.run`."
            if waits
            else "Make the loop an ordinary function: report with `train.report`, and take the `yield` out.",
            sketch=(
                f"def {loop.name}(config):\n    asyncio.run(train_for_real(config))\n"
                if waits
                else f'def {loop.name}(config):\n    for epoch in range(3):\n        train.report({{"epoch": epoch}})\n'
            ),
        )


def _own(nodes: list[ast.stmt]) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = list(nodes)
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            yield node
            waiting += ast.iter_child_nodes(node)

"""A rank goes round in a loop that has no way out."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import ClassVar

from allranks.diagnosis.doing import named, verb
from allranks.diagnosis.program import Program
from allranks.diagnosis.stall import Explanation, Stall
from allranks.diagnosis.standing import Standing, together


class EndlessLoop(Stall):
    """Certain only where it can be read: `while True:` without a `break`, a `return` or a `raise` in it."""

    id: ClassVar[str] = "endless_loop"
    order: ClassVar[int] = 90

    def explain(self, standing: Standing) -> Explanation | None:
        in_loops = [
            seen
            for seen in standing.going
            if seen.activity == "loop"
            and not seen.waits
            and seen.sample is not None
            and seen.sample.where is not None
            and seen.sample.where.file == standing.program.file_name
            and _endless(standing.program, seen.sample.where.line)
        ]
        found = together(in_loops, standing.slow, standing.stuck)
        if not found:
            return None
        others = [seen for seen in standing.ranks if seen.over or seen in standing.stuck]
        rest = f" {named(others).capitalize()} {verb(others, 'waits or is', 'wait or are')} done." if others else ""
        return self.said(
            standing,
            hang=True,
            ranks=found,
            at=found[0],
            title=f"{named(found).capitalize()} {verb(found, 'is', 'are')} in a loop that has no end",
            what_happened=(
                "The loop has a condition that is always true, and nothing in it leaves it: no `break`, `return` or "
                f"`raise`. A run is over when all of its ranks are.{rest}"
            ),
            mend="Bound the loop, or leave it by a condition that comes true on every rank.",
            page="rules/RTL107.html",
            sketch="for step in range(config['steps']):\n    ...\n",
        )


def _endless(program: Program, line: int) -> bool:
    return any(
        isinstance(node, ast.While)
        and node.lineno <= line <= (node.end_lineno or node.lineno)
        and isinstance(node.test, ast.Constant)
        and bool(node.test.value)
        and not _leaves(node.body)
        and program.function(node.lineno) == program.function(line)
        for node in ast.walk(program.tree)
    )


def _leaves(body: list[ast.stmt]) -> bool:
    """Whether something in it may leave the loop. A `break` of a loop within counts too: then it is not certain."""
    return any(isinstance(node, ast.Break | ast.Return | ast.Raise | ast.Yield | ast.Await) for node in _own(body))


def _own(nodes: list[ast.stmt]) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = list(nodes)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            continue
        yield node
        waiting += ast.iter_child_nodes(node)

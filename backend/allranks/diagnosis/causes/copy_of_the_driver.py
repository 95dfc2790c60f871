"""The program reads after `fit()` what only the copies in the workers were given."""

from __future__ import annotations

import ast
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised

_FILLS = ("append", "extend", "add", "update", "insert", "setdefault")


class CopyOfTheDriver(KnownError):
    """The loop goes to each worker as a copy, and so does what it uses of the file: what it puts there stays there."""

    id: ClassVar[str] = "copy_of_the_driver"
    order: ClassVar[int] = 459

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if error.rank is not None or where is None or not observed.reports or error.error_type not in _EMPTY:
            return None
        filled = _filled_in_loops(observed)
        name = next(
            (
                node.id
                for node in observed.program.names(where.line)
                if isinstance(node, ast.Name) and node.id in filled
            ),
            None,
        )
        if name is None:
            return None
        return Known(
            title=f"{name} at line {where.line} is still empty: the loop filled a copy of it in each worker",
            what_happened=(
                "Workers are processes of their own. The loop is sent there with a copy of what it uses of the file, "
                f"and what it puts into its copy of `{name}` never comes back."
            ),
            mend="Report what is to be known, or return it from the loop: the result has it.",
            sketch=(
                f"def {next(iter(observed.program.loops()), 'train_loop')}(config):\n"
                f"    {name} = []\n"
                "    ...\n"
                f"    return {{{name!r}: {name}}}\n\n\n"
                "result = trainer.fit()\n"
                f"print(result.return_value[{name!r}])\n"
            ).replace("'", '"'),
        )


_EMPTY = ("ValueError", "IndexError", "KeyError", "ZeroDivisionError", "StopIteration", "StatisticsError", "TypeError")


def _filled_in_loops(observed: Observed) -> set[str]:
    """Names of the file that a training loop, and not the file itself, puts something into."""
    program, loops = observed.program, observed.program.loops()
    found: set[str] = set()
    for function in ast.walk(program.tree):
        if not isinstance(function, ast.FunctionDef) or function.name not in loops:
            continue
        own = {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        for node in ast.walk(function):
            owner = _owner(node)
            if owner is not None and owner not in own and program.assignment(owner) is not None:
                found.add(owner)
    return found


def _owner(node: ast.AST) -> str | None:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if method in _FILLS:
            return name
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name))]):
            return name
    return None

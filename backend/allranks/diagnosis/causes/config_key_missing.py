"""The loop read a key that train_loop_config does not have."""

from __future__ import annotations

import ast
import difflib
from typing import ClassVar

from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised
from allranks.diagnosis.to_fill import filled

_SHOWN = 12


class ConfigKeyMissing(KnownError):
    """A KeyError at a line that takes this very key from the loop's configuration."""

    id: ClassVar[str] = "config_key_missing"
    order: ClassVar[int] = 424

    def explain(self, error: Raised, observed: Observed) -> Known | None:

        where = error.where
        if error.error_type != "KeyError" or where is None or error.frames[0] != where:
            return None
        key = error.message.strip().strip("'\"")
        name = _taken_from(observed, where.line, key)
        if name is None:
            return None
        given = observed.program.keys("train_loop_config")
        if given is not None and key in given:
            return None
        near = difflib.get_close_matches(key, given or [], 1, 0.6)
        passed = (
            "train_loop_config"
            if given is None
            else f"train_loop_config, which has {', '.join(given[:_SHOWN]) or 'no keys'}"
        )
        return Known(
            title=f"The configuration has no {key}, which line {where.line} reads",
            what_happened=(
                f"`{name}` is what the trainer was given as {passed}. It has no `{key}`"
                + (f"; `{near[0]}` is near." if near else ".")
            ),
            mend=(
                f'Give it in `train_loop_config`, or read it by `{name}.get("{key}", ...)` with a value to '
                f"fall back on."
            ),
            sketch=f'{name}["{near[0]}"]\n'
            if near
            else f"TorchTrainer(..., train_loop_config={filled([*(given or []), key])})\n",
            rules=("RTL210",),
        )


def _taken_from(observed: Observed, line: int, key: str) -> str | None:
    """The parameter of the training loop that `key` is taken from on this line."""
    program = observed.program
    parameters = {argument.arg for argument in program.parameters(line)}
    passed_on = {keyword for keyword in ("config", "cfg", "train_loop_config") if keyword in parameters}
    loops = program.loops()
    own = parameters if program.function(line) in loops else passed_on
    for node in program.names(line):
        taken = node.value if isinstance(node, ast.Subscript) else _popped(node)
        if not isinstance(taken, ast.Name) or taken.id not in own:
            continue
        if not (isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) and node.slice.value != key):
            return taken.id
    return None


def _popped(node: ast.expr) -> ast.expr | None:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "pop":
        return node.func.value
    return None

"""Where a program says how many workers it wants and what each reserves."""

from __future__ import annotations

import ast

from allranks.protocol import Frame

_TRAINER = "Trainer"


def scaling_place(source: str, file_name: str, keyword: str, workers: int) -> Frame | None:
    """The line of `keyword` in the `ScalingConfig(...)` of `source`, of its call where it is not given there, of the
    trainer where there is no configuration; None where that is not clear.

    Of several configurations it is the one that names this number of `workers`, if only one does.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return None
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    found = [call for call in calls if _name(call) == "ScalingConfig"]
    if not found:
        found = [call for call in calls if _name(call).endswith(_TRAINER)]
    elif len(found) > 1:
        found = [call for call in found if _workers(call) == workers]
    if len(found) != 1:
        return None
    (call,) = found
    line = next((given.value.lineno for given in call.keywords if given.arg == keyword), call.lineno)
    lines = source.splitlines()
    text = lines[line - 1].strip() if line <= len(lines) else ""
    return Frame(file=file_name, line=line, function=_function(tree, call), text=text, own=True)


def _name(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _workers(call: ast.Call) -> int | None:
    given = next((given.value for given in call.keywords if given.arg == "num_workers"), None)
    if isinstance(given, ast.Tuple) and given.elts:
        given = given.elts[0]
    return given.value if isinstance(given, ast.Constant) and isinstance(given.value, int) else None


def _function(tree: ast.Module, call: ast.Call) -> str:
    """The innermost function around `call`."""
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.lineno <= call.lineno <= (node.end_lineno or node.lineno)
    ]
    return max(around, key=lambda node: node.lineno).name if around else "<module>"

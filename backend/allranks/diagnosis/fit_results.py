"""Where a program reads the metrics of what `fit()` returned."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_Function = ast.FunctionDef | ast.AsyncFunctionDef


def reads_result_metrics(source: str, line: int) -> bool:
    """True when `line` (from 1) of `source` uses the `metrics` of a fit result, or a name given to them.

    A fit result is what a call of a method `fit` returned, or a function's parameter other than `self`: a program often
    hands its result on. Anything else that has a `metrics` is the program's own affair.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return False
    results = {name for name, value in _assignments(tree) if _is_fit_call(value)}
    results |= {
        name for function in ast.walk(tree) if isinstance(function, _Function) for name in _parameters(function)
    }
    metrics = {name for name, value in _assignments(tree) if _is_metrics(value, results)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.expr) or not node.lineno <= line <= (node.end_lineno or node.lineno):
            continue
        if _is_metrics(node, results) or (isinstance(node, ast.Name) and node.id in metrics):
            return True
    return False


def _assignments(tree: ast.AST) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    yield target.id, node.value
        elif isinstance(node, ast.AnnAssign | ast.NamedExpr) and isinstance(node.target, ast.Name) and node.value:
            yield node.target.id, node.value


def _is_fit_call(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr == "fit"


def _is_metrics(value: ast.expr, results: set[str]) -> bool:
    if not isinstance(value, ast.Attribute) or value.attr != "metrics":
        return False
    return _is_fit_call(value.value) or (isinstance(value.value, ast.Name) and value.value.id in results)


def _parameters(function: _Function) -> Iterator[str]:
    arguments = function.args
    for argument in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]:
        if argument.arg not in {"self", "cls"}:
            yield argument.arg

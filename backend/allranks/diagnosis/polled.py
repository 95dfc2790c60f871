"""Reads a loop that does nothing but look, again and again, whether something has come true."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

_CLOCKS = {"time", "monotonic", "perf_counter", "now", "utcnow", "process_time"}
_IDLE = {"sleep", "print", "debug", "info", "warning", "flush", "log"}
_ELSEWHERE = {"get", "wait", "remote", "poll", "is_set", "is_alive", "done", "running", "empty"}
"""Calls whose answer another process or a thread gives, which may still be at work."""
LONGEST = 80


@dataclass(frozen=True)
class Polled:
    """`line`: of the loop, from 1. `condition`: in the program's own words, shortened."""

    line: int
    condition: str
    until: bool
    """It goes round until the condition is true, and not as long as it is."""
    bounded: bool
    """A clock or a counter ends it."""
    elsewhere: bool
    """Another process or a thread may make it true."""
    sleeps: bool
    """It sleeps between two looks, so the rank has no need of its CPU."""


def polled(tree: ast.Module, line: int) -> Polled | None:
    """The innermost loop of this kind around a line; None where there is none.

    `while not path.exists(): time.sleep(1)`, and `while True: if path.exists(): break` with a sleep behind it.
    """
    around = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.While) and node.lineno <= line <= (node.end_lineno or node.lineno)
    ]
    if not around:
        return None
    loop = max(around, key=lambda node: node.lineno)
    leaves = [each for each in loop.body if isinstance(each, ast.If) and _only_leaves(each)]
    rest = [each for each in loop.body if each not in leaves]
    constant = isinstance(loop.test, ast.Constant)
    if not all(_does_nothing(each) for each in rest) or (constant and not leaves):
        return None
    conditions = [each.test for each in leaves] if constant else [loop.test, *(each.test for each in leaves)]
    calls = {name for condition in conditions for name in _called(condition)}
    bounded = bool(calls & _CLOCKS) or any(isinstance(each, ast.AugAssign) for each in rest)
    # of several ways out, the one that a clock does not decide is what is waited for
    asked = next((each for each in conditions if not _called(each) & _CLOCKS), conditions[0])
    until = constant or asked is not loop.test
    if isinstance(asked, ast.UnaryOp) and isinstance(asked.op, ast.Not):
        asked, until = asked.operand, not until
    text = ast.unparse(asked)
    shown = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    sleeps = any("sleep" in _called(node) for node in ast.walk(loop) if isinstance(node, ast.expr))
    return Polled(loop.lineno, shown, until, bounded, bool(calls & _ELSEWHERE), sleeps)


def _only_leaves(test: ast.If) -> bool:
    return (
        not test.orelse
        and all(_does_nothing(each) for each in test.body[:-1])
        and isinstance(test.body[-1], ast.Break | ast.Return | ast.Raise)
    )


def _does_nothing(statement: ast.stmt) -> bool:
    """It changes nothing that the condition could ask for, but a counter."""
    if isinstance(statement, ast.Pass | ast.Continue):
        return True
    if isinstance(statement, ast.AugAssign):
        return isinstance(statement.value, ast.Constant)
    return isinstance(statement, ast.Expr) and (
        isinstance(statement.value, ast.Constant)
        or (isinstance(statement.value, ast.Call) and _name(statement.value) in _IDLE)
    )


def _called(expression: ast.expr) -> set[str]:
    return {_name(call) for call in _calls(expression)}


def _calls(expression: ast.expr) -> Iterator[ast.Call]:
    return (node for node in ast.walk(expression) if isinstance(node, ast.Call))


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")

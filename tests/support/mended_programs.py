"""The programs of tests/reports/mended: a report program after what was advised for it has been pasted in.

    # mends: R00        the program of tests/reports/programs that it was

Several files may mend one program, where the advice leaves a choice.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from report_programs import Expected, ReportProgram

FOLDER = Path(__file__).parents[1] / "reports" / "mended"
_HEAD = re.compile(r"^# mends: (\w+)$", re.MULTILINE)
_OR = re.compile(r"^# or\b.*$", re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True)
class MendedProgram:
    """One file. `program` is to be run as a report program that shows nothing."""

    name: str
    mends: str
    program: ReportProgram


def mended_programs() -> list[MendedProgram]:
    """All of them, by name."""
    found = []
    for path in sorted(FOLDER.glob("*.py")):
        source = path.read_text()
        head = _HEAD.search(source)
        assert head, f"{path.name} does not say what it mends"
        program = ReportProgram(path.stem, "", "", "", "", (Expected("nothing", "", None),), source)
        found.append(MendedProgram(path.stem, head[1], program))
    return found


def pasted(sketch: str, source: str) -> bool:
    """Whether one alternative of `sketch` stands in `source` word for word: each of its statements, with what is
    written `...` left open. Of a call that stands alone, as one of `ScalingConfig`, the arguments count."""
    program = ast.parse(source)
    choices = [ast.parse(text) for text in _OR.split(sketch)]
    shared = [node for node in choices[0].body if isinstance(node, ast.Import | ast.ImportFrom)]
    return any(
        all(_stands_in(node, program) for node in (*shared, *choice.body) if not _needless(node, choice, shared))
        for choice in choices
        if choice.body
    )


def _needless(node: ast.stmt, choice: ast.Module, shared: Sequence[ast.stmt]) -> bool:
    """An import that only the other choice needs."""
    names = {name.id for name in ast.walk(choice) if isinstance(name, ast.Name)}
    return node in shared and isinstance(node, ast.Import | ast.ImportFrom) and not (_gives(node) & names)


def _imports(node: ast.AST) -> set[tuple[str, str, str | None]]:
    module = node.module or "" if isinstance(node, ast.ImportFrom) else ""
    names = node.names if isinstance(node, ast.Import | ast.ImportFrom) else []
    return {(module, alias.name, alias.asname) for alias in names}


def _gives(node: ast.Import | ast.ImportFrom) -> set[str]:
    return {(alias.asname or alias.name).split(".")[0] for alias in node.names}


def _stands_in(wanted: ast.stmt, program: ast.Module) -> bool:
    if isinstance(wanted, ast.Import | ast.ImportFrom):
        found = [node for node in ast.walk(program) if type(node) is type(wanted)]
        return any(_imports(node) >= _imports(wanted) for node in found)
    if isinstance(wanted, ast.Expr):
        alike = _same_call if isinstance(wanted.value, ast.Call) else _same
        return any(alike(wanted.value, node) for node in ast.walk(program) if type(node) is type(wanted.value))
    return any(_same(wanted, node) for node in ast.walk(program) if isinstance(node, ast.stmt))


def _same_call(wanted: ast.expr, there: ast.AST) -> bool:
    assert isinstance(wanted, ast.Call)
    assert isinstance(there, ast.Call)
    positional = [argument for argument in wanted.args if not _open(argument)]
    given = {keyword.arg: keyword.value for keyword in there.keywords}
    return (
        _same(wanted.func, there.func)
        and len(positional) <= len(there.args)
        and all(map(_given, positional, there.args))
        and all(each.arg in given and _given(each.value, given[each.arg]) for each in wanted.keywords)
    )


def _given(wanted: ast.expr, there: ast.expr) -> bool:
    """Of a dictionary that a call is given, the entries count: the learner's may have others."""
    if not isinstance(wanted, ast.Dict) or not isinstance(there, ast.Dict):
        return _same(wanted, there)
    entries = list(zip(there.keys, there.values, strict=True))
    pairs = zip(wanted.keys, wanted.values, strict=True)
    return all(any(_same(key, other) and _same(value, its) for other, its in entries) for key, value in pairs)


def _same(wanted: object, there: object) -> bool:
    if isinstance(wanted, ast.expr) and _open(wanted):
        return True
    if isinstance(wanted, list) and isinstance(there, list):
        if wanted and isinstance(wanted[0], ast.stmt):
            return _in_order(wanted, there)
        return len(wanted) == len(there) and all(map(_same, wanted, there))
    if isinstance(wanted, ast.AST):
        return type(wanted) is type(there) and all(_same(value, getattr(there, name)) for name, value in _parts(wanted))
    return wanted == there


def _in_order(wanted: list[ast.stmt], there: list[ast.stmt]) -> bool:
    """Each of a block's statements in the other block, others between them."""
    rest = iter(there)
    return all(any(_same(each, other) for other in rest) for each in wanted if not _open(getattr(each, "value", each)))


def _open(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _parts(node: ast.AST) -> list[tuple[str, object]]:
    return [(name, value) for name, value in ast.iter_fields(node) if name not in ("ctx", "type_comment", "kind")]

"""The code that diagnoses advise, read out of their files: what a learner may paste.

What is filled in at run time is written `filled_in`, so that what is left can be parsed.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from allranks import diagnosis
from allranks.diagnosis.imports import IMPORTS, bound

FOLDER = Path(diagnosis.__file__).parent
FILLED_IN = "filled_in"


@dataclass(frozen=True)
class Sketch:
    """One alternative of one file."""

    file: str
    line: int
    code: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


def sketches() -> list[Sketch]:
    """All that stand in the files as text."""
    return [
        Sketch(str(path.relative_to(FOLDER)), value.lineno, code)
        for path in sorted(FOLDER.rglob("*.py"))
        for value in _given(ast.parse(path.read_text()))
        for code in _texts(value)
    ]


def _given(tree: ast.Module) -> list[ast.expr]:
    """What is given as `sketch`, names of the file followed, and what a function of that name returns."""
    named = {
        target.id: node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    given = [node.value for node in ast.walk(tree) if isinstance(node, ast.keyword) and node.arg == "sketch"]
    if isinstance(several := named.get("_SKETCHES"), ast.Dict):
        given += several.values
    given += [
        returned.value
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef) and "sketch" in node.name
        for returned in ast.walk(node)
        if isinstance(returned, ast.Return) and returned.value is not None
    ]
    return [_followed(value, named) for value in given]


def _followed(value: ast.expr, named: dict[str, ast.expr]) -> ast.expr:
    if isinstance(value, ast.Name):
        return named.get(value.id, value)
    if isinstance(value, ast.IfExp):
        branches = _followed(value.body, named), _followed(value.orelse, named)
        return ast.copy_location(ast.IfExp(value.test, *branches), value)
    return value


def _texts(value: ast.expr) -> list[str]:
    if isinstance(value, ast.IfExp):
        return [*_texts(value.body), *_texts(value.orelse)]
    if isinstance(value, ast.Constant) and isinstance(value.value, str):
        return [value.value]
    if isinstance(value, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.Constant) else FILLED_IN for part in value.values]
        text = "".join(map(str, parts))
        return [] if text.strip() == FILLED_IN else [text]
    return []


def not_there(code: str) -> list[str]:
    """What the code takes of a module and the module has not, and what it gives a function that does not take it."""
    import importlib
    import inspect

    tree = ast.parse(code)
    known: dict[str, object] = {"ray": importlib.import_module("ray")}
    importlib.import_module("ray.train.torch")
    own = bound(tree)
    for name in {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & IMPORTS.keys():
        if name not in own:
            exec(IMPORTS[name], known)
    missing: list[str] = []

    def of(node: ast.expr) -> object | None:
        if isinstance(node, ast.Name):
            return known.get(node.id)
        owner = of(node.value) if isinstance(node, ast.Attribute) else None
        if owner is None or not isinstance(node, ast.Attribute):
            return None
        if not hasattr(owner, node.attr):
            missing.append(ast.unparse(node))
        return getattr(owner, node.attr, None)

    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            of(node)
        called = of(node.func) if isinstance(node, ast.Call) else None
        if called is None or not callable(called) or not isinstance(node, ast.Call):
            continue
        try:
            taken = inspect.signature(called).parameters
        except ValueError:  # a function of torch in C++, which does not say
            continue
        if not any(each.kind is each.VAR_KEYWORD for each in taken.values()):
            missing += [
                f"{ast.unparse(node.func)}({each.arg}=)"
                for each in node.keywords
                if each.arg not in {*taken, FILLED_IN}
            ]
    return missing

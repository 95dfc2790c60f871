"""A name or an attribute that is not there: a slip of the pen, a forgotten import, a variable that was never set."""

from __future__ import annotations

import ast
import difflib
import re
from typing import ClassVar

from allranks.diagnosis.imports import IMPORTS, bound
from allranks.diagnosis.known_error import Known, KnownError
from allranks.diagnosis.observed import Observed
from allranks.diagnosis.raised import Raised
from trainlint.ray_train_names import SUBMODULES

_NAME = re.compile(r"name '(\w+)' is not defined")
_UNSET = re.compile(r"cannot access (?:local|free) variable '(\w+)'|local variable '(\w+)' referenced before")
_ATTRIBUTE = re.compile(r"(?:'([\w.]+)' object|type object '(\w+)'|module '([\w.]+)') has no attribute '(\w+)'")
_SUGGESTED = re.compile(r"Did you mean:? '?(\w+)'?")
_NOT_IMPORTED = re.compile(r"cannot import name '(\w+)' from '([\w.]+)'")
_NEAR = 0.75
_OF_TORCH = (
    *("torch.distributed.checkpoint", "torch.distributed.fsdp", "torch.distributed.optim"),
    "torch.utils.tensorboard",
)
MODULES = frozenset([*(f"ray.train.{name}" for name in SUBMODULES), "ray.train.torch", *_OF_TORCH])
"""Modules that their package does not import by itself."""


class NameNotKnown(KnownError):
    """Said only where the line is the learner's own; what is near is looked for in the file itself."""

    id: ClassVar[str] = "name_not_known"
    order: ClassVar[int] = 466

    def explain(self, error: Raised, observed: Observed) -> Known | None:
        where = error.where
        if where is None or not error.frames or error.frames[0] != where:
            return None
        if error.error_type == "ImportError" and (found := _NOT_IMPORTED.search(error.message)):
            return _not_imported(found[1], found[2], where.line)
        if error.error_type == "UnboundLocalError" and (found := _UNSET.search(error.message)):
            return _unset(found[1] or found[2], where.line)
        if error.error_type == "NameError" and (found := _UNSET.search(error.message)):
            return _unset(found[1] or found[2], where.line)
        if error.error_type == "NameError" and (found := _NAME.search(error.message)):
            return _undefined(found[1], where.line, observed)
        if error.error_type == "AttributeError" and (found := _ATTRIBUTE.search(error.message)):
            kind, name = found[1] or found[2] or found[3], found[4]
            if found[3] and f"{kind}.{name}" in MODULES:
                return _module_not_imported(f"{kind}.{name}", where.line)
            return None if kind == "NoneType" else _no_attribute(kind, name, where.line, error, observed)
        return None


def _unset(name: str, line: int) -> Known:
    return Known(
        title=f"`{name}` at line {line} was never given a value",
        what_happened=(
            "It is set in a part of the function that did not run: in a loop that had no rounds, or in a branch that "
            "was not taken. A rank whose share of the data is empty has a loop of no rounds."
        ),
        mend=f"Give `{name}` a value before the loop or the branch, and see why that part did not run on this rank.",
    )


def _undefined(name: str, line: int, observed: Observed) -> Known:
    near = _nearest(name, bound(observed.program.tree))
    wanted = IMPORTS.get(name)
    forgotten = f"`{wanted}` at the top of the file" if wanted else "its import or its assignment"
    return Known(
        title=f"The name {name} at line {line} is not defined" + (f"; {near} is" if near else ""),
        what_happened=(
            "Python found it neither in the function nor in the file. "
            + ("It is written nearly as a name that there is." if near else "It was not imported, or not set yet.")
        ),
        mend=f"Write `{near}`, if that was meant; else add {forgotten}." if near else f"Add {forgotten}.",
        sketch=f"{wanted}\n" if wanted and not near else None,
    )


def _not_imported(name: str, module: str, line: int) -> Known | None:
    of_module = {known for known, text in IMPORTS.items() if text.startswith(f"from {module} import ")}
    near = _nearest(name, of_module)
    if near is None:
        return None
    return Known(
        title=f"{module} has no {name}, which line {line} imports; {near} is near",
        what_happened="A name is imported by its exact spelling, and this one is not there.",
        mend=f"Import `{near}`, if that was meant.",
        sketch=f"{IMPORTS[near]}\n",
    )


def _no_attribute(kind: str, name: str, line: int, error: Raised, observed: Observed) -> Known | None:
    suggested = _SUGGESTED.search(error.message)
    near = suggested[1] if suggested else _nearest(name, _attributes(observed.program.tree, name))
    if near is None:
        return None
    return Known(
        title=f"`{kind}` has no {name}, which line {line} uses; {near} is near",
        what_happened=f"An attribute is found by its exact name, and this one is not there. `{near}` is written alike.",
        mend=f"Write `.{near}` in place of `.{name}`, if that was meant.",
    )


def _module_not_imported(module: str, line: int) -> Known:
    return Known(
        title=f"{module}, which line {line} uses, was not imported",
        what_happened=(
            "It is a module of its own. An import of the package around it does not bring it, so there it is no "
            "attribute until something imports it by its full name."
        ),
        mend=f"Add `import {module}` at the top of the file.",
        sketch=f"import {module}\n",
        rules=() if module in _OF_TORCH else ("RTL417",),
    )


def _nearest(name: str, names: set[str]) -> str | None:
    near = difflib.get_close_matches(name, sorted(names - {name}), 1, _NEAR)
    return near[0] if near and len(name) > 1 else None


def _attributes(tree: ast.Module, missing: str) -> set[str]:
    """Attributes that the file sets, and methods that it defines."""
    found = {
        node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }
    methods = {
        each.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
        for each in node.body
        if isinstance(each, ast.FunctionDef)
    }
    return (found | methods) - {missing}

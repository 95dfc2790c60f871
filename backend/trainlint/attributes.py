"""What the attributes of objects are assigned in one file."""

from __future__ import annotations

import ast

from .module import Module
from .remembering import remembered


@remembered
def attribute_values(module: Module, name: str) -> list[ast.expr]:
    """Every value that `self.name` or `other.name` is assigned; an assignment that is not one expression (`a.x, b = c`,
    `a.x += 1`) gives nothing sure, and then the list is empty."""
    found: list[ast.expr] = []
    for assignment in module.index.all(ast.Assign):
        for target in assignment.targets:
            if isinstance(target, ast.Attribute) and target.attr == name:
                found.append(assignment.value)
            elif isinstance(target, ast.Tuple | ast.List) and _has(target, name):
                return []
    for annotated in module.index.all(ast.AnnAssign):
        if isinstance(annotated.target, ast.Attribute) and annotated.target.attr == name:
            found += [annotated.value] if annotated.value is not None else []
    changed = module.index.all(ast.AugAssign)
    return [] if any(isinstance(one.target, ast.Attribute) and one.target.attr == name for one in changed) else found


def _has(targets: ast.Tuple | ast.List, name: str) -> bool:
    return any(isinstance(element, ast.Attribute) and element.attr == name for element in targets.elts)

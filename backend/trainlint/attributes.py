"""What `self.model` is: values that the methods of a class put into an instance."""

from __future__ import annotations

import ast

from .module import Module
from .remembering import remembered

_METHODS = (ast.FunctionDef, ast.AsyncFunctionDef)


def attribute_value(module: Module, expression: ast.Attribute) -> ast.expr | None:
    """The one expression that `self.name` was assigned where it stands; None where there are several or none.

    Several in the body of one method, one after the other, are as one: the last of them, or the last before the place.
    """
    owner = _class_of_self(module, expression)
    written = _written(module, expression.attr) if owner is not None else None
    if not written or any(other is not owner for other, _, _ in written):
        return None
    methods = {module.frame(statement) for _, statement, _ in written}
    if len(written) > 1:
        method = next(iter(methods))
        body = method.body if isinstance(method, _METHODS) else []
        if len(methods) > 1 or any(statement not in body for _, statement, _ in written):
            return None
    values = [(statement, value) for _, statement, value in written]
    if module.frame(expression) in methods:
        values = [(statement, value) for statement, value in values if _ends(statement) < _begins(expression)]
    return values[-1][1] if values else None


def attribute_values(module: Module, expression: ast.Attribute) -> list[ast.expr] | None:
    """Everything that `self.name` is assigned anywhere; None as soon as one of it is out of sight."""
    owner = _class_of_self(module, expression)
    written = _written(module, expression.attr) if owner is not None else []
    values = [value for other, _, value in written if other is owner and value is not None]
    return values if values and len(values) == len(written) else None


@remembered
def _written(module: Module, name: str) -> list[tuple[ast.ClassDef | None, ast.stmt, ast.expr | None]]:
    """Every place that writes an attribute `name`: in which class's method, None where not plainly on `self`."""
    found: list[tuple[ast.ClassDef | None, ast.stmt, ast.expr | None]] = []
    for node in module.index.all(ast.Attribute):
        if node.attr != name or isinstance(node.ctx, ast.Load):
            continue
        statement = module.parent(node)
        value = statement.value if isinstance(statement, ast.Assign | ast.AnnAssign) else None
        while statement is not None and not isinstance(statement, ast.stmt):
            statement = module.parent(statement)
        if statement is not None:
            found.append((_class_of_self(module, node) if value is not None else None, statement, value))
    return found


def _class_of_self(module: Module, expression: ast.Attribute) -> ast.ClassDef | None:
    """The class in whose method `expression` is an attribute of the first parameter."""
    if not isinstance(expression.value, ast.Name):
        return None
    binding = module.binding(expression.value)
    method = binding.node if binding is not None and binding.kind == "parameter" else None
    if not isinstance(method, _METHODS) or method.decorator_list:
        return None
    parameters = method.args.posonlyargs + method.args.args
    around = module.parent(method)
    is_first = bool(parameters) and parameters[0].arg == expression.value.id
    return around if is_first and isinstance(around, ast.ClassDef) else None


def _begins(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _ends(node: ast.stmt) -> tuple[int, int]:
    return node.end_lineno or node.lineno, node.end_col_offset or 0

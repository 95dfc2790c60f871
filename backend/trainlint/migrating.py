"""The edits that put a name's new home in the place of its old one: the import and every use of what it binds."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from .diagnostic import Edit, Fix
from .module import Module
from .rule import replaced

Import = ast.Import | ast.ImportFrom
_LONGEST_LINE = 120


class Migrations:
    """Fixes that bring an import to where its things are today.

    `moved` maps dotted names to the expressions that do the same today (`ray.train.get_context().get_world_rank`), all
    of them in `home`.
    """

    def __init__(self, module: Module, moved: Mapping[str, str], title: str, home: str = "ray.train") -> None:
        self._module = module
        self._moved = moved
        self._title = title
        self._home = home
        self._known: dict[ast.alias, Fix | None] = {}

    def of(self, named: ast.alias | ast.expr) -> Fix | None:
        """The fix for the import that `named` is, or that the first word of `named` comes from, with each use of what
        it binds. None as soon as one use is of something else, or anything about it is not plain."""
        while isinstance(named, ast.Attribute):
            named = named.value
        found = _import_of(self._module, named) if isinstance(named, ast.alias | ast.Name) else None
        if found is None:
            return None
        statement, alias = found
        if alias not in self._known:
            self._known[alias] = self._migration(statement, alias)
        return self._known[alias]

    def _migration(self, statement: Import, alias: ast.alias) -> Fix | None:
        if isinstance(statement, ast.Import) and alias.asname is None:
            return None  # it binds `ray`, and more hangs on that
        module = self._module
        name = alias.asname or alias.name
        uses = [node for node in module.index.all(ast.Name) if node.id == name]
        for use in uses:
            binding = module.binding(use)
            if not isinstance(use.ctx, ast.Load) or binding is None or binding.node is not statement:
                return None
        if len(_binders(module, name)) > 1:
            return None
        dotted = alias.name if isinstance(statement, ast.Import) else f"{statement.module}.{alias.name}"
        target = self._moved.get(dotted, "")
        if target.replace(".", "").isidentifier():
            package, _, last = target.rpartition(".")
            line = f"from {package} import {last}" + (f" as {name}" if name != last else "")
            edit = _rewritten(module, statement, alias, line)
            return Fix(self._title, (edit,)) if edit is not None else None
        return self._reached_through_home(statement, alias, uses)

    def _reached_through_home(self, statement: Import, alias: ast.alias, uses: list[ast.Name]) -> Fix | None:
        """`from ray import train`, and each use begins with it."""
        module = self._module
        home, line = home_of(module, self._home, alias)
        if not home:
            return None
        edits: list[Edit] = []
        for use in uses:
            expression: ast.AST | None = use
            while isinstance(expression, ast.expr) and (module.qualified(expression) or "") not in self._moved:
                expression = module.parent(expression)
                expression = expression if isinstance(expression, ast.Attribute) else None
            if not isinstance(expression, ast.expr):
                return None
            new = self._moved[module.qualified(expression) or ""]
            if not new.startswith(f"{self._home}."):
                return None
            edits.append(replaced(module, expression, home + new.removeprefix(self._home)))
        edit = _rewritten(module, statement, alias, line)
        return Fix(self._title, (edit, *edits)) if edit is not None else None


def _import_of(module: Module, bound: ast.Name | ast.alias) -> tuple[Import, ast.alias] | None:
    if isinstance(bound, ast.alias):
        statement = module.parent(bound)
        return (statement, bound) if isinstance(statement, ast.Import | ast.ImportFrom) else None
    binding = module.binding(bound)
    if binding is None or not isinstance(binding.node, ast.Import | ast.ImportFrom):
        return None
    for alias in binding.node.names:
        if (alias.asname or alias.name.split(".")[0]) == bound.id:
            return binding.node, alias
    return None


def home_of(module: Module, home: str, leaving: ast.alias | None = None) -> tuple[str, str]:
    """What the module `home` (`ray.train`) is called in this file, and the import that is still needed for it; empty if
    no name is free. `leaving` is on its way out."""
    for alias in module.index.all(ast.alias):
        statement = module.parent(alias)
        name = alias.asname or alias.name
        dotted = f"{statement.module}.{alias.name}" if isinstance(statement, ast.ImportFrom) else alias.name
        if dotted != home or (isinstance(statement, ast.Import) and alias.asname is None):
            continue
        if statement is None or alias is leaving:
            continue
        if module.parent(statement) is module.tree and _binders(module, name) == [alias]:
            return name, ""
    package, _, last = home.rpartition(".")
    for name in (last, f"{package}_{last}"):
        if all(binder is leaving for binder in _binders(module, name)) and not _is_read_unbound(module, name, leaving):
            return name, f"from {package} import {last}" + (f" as {name}" if name != last else "")
    return "", ""


def _is_read_unbound(module: Module, name: str, leaving: ast.alias | None) -> bool:
    bound_by_it = leaving is not None and (leaving.asname or leaving.name) == name
    return not bound_by_it and any(node.id == name for node in module.index.all(ast.Name))


def _binders(module: Module, name: str) -> list[ast.AST]:
    """Everything in the file, in whatever scope, that binds `name`."""
    index = module.index
    found: list[ast.AST] = [node for node in index.all(ast.Name) if node.id == name and not _is_load(node)]
    found += [node for node in index.all(ast.arg) if node.arg == name]
    found += [alias for alias in index.all(ast.alias) if (alias.asname or alias.name.split(".")[0]) == name]
    found += [node for node in index.all(ast.FunctionDef) if node.name == name]
    found += [node for node in index.all(ast.AsyncFunctionDef) if node.name == name]
    found += [node for node in index.all(ast.ClassDef) if node.name == name]
    found += [node for node in index.all(ast.ExceptHandler) if node.name == name]
    return found


def _is_load(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Load)


def _rewritten(module: Module, statement: Import, leaving: ast.alias, line: str) -> Edit | None:
    """`statement` without `leaving`, and with `line` (which may be empty) before it."""
    span = module.source.node_span(statement)
    first, last = module.source.lines[span.line - 1], module.source.lines[span.end_line - 1]
    written = module.source.lines[span.line - 1 : span.end_line]
    if first[: span.column].strip() or last[span.end_column :].split("#")[0].strip():
        return None  # it shares its lines with something else
    if len(written) > 1 and any("#" in text for text in written):
        return None  # a comment would be lost
    kept = [alias for alias in statement.names if alias is not leaving]
    new = [line] if line else []
    if kept:
        names = ", ".join(alias.name + (f" as {alias.asname}" if alias.asname else "") for alias in kept)
        imported = f"from {statement.module} import " if isinstance(statement, ast.ImportFrom) else "import "
        new.append(imported + names)
        if len(new[-1]) + span.column > _LONGEST_LINE:
            new[-1] = f"{imported}({names})" if isinstance(statement, ast.ImportFrom) else new[-1]
    if new:
        return Edit(*span, f"\n{' ' * span.column}".join(new))
    around = module.parent(statement)
    block = getattr(around, "body", [])
    if span.end_line >= len(module.source.lines) or (around is not module.tree and len(block) < 2):
        return None
    return Edit(span.line, 0, span.end_line + 1, 0, "")

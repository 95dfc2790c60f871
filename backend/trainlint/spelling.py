"""How a file may write a name that a fix needs, with the imports it has."""

from __future__ import annotations

import ast

from .diagnostic import Edit
from .module import Module

_NEEDS_ITS_OWN_IMPORT = "ray.train.torch"


def spelled(module: Module, node: ast.expr | ast.stmt, name: str) -> tuple[str, tuple[Edit, ...]] | None:
    """How to write the dotted `name` where `node` stands, and the edits that must go with it: none where an import
    reaches it (`train.torch.get_device` after `from ray import train`), one where `from ray.train.torch import
    TorchTrainer` can take it in. None where neither is sure."""
    reachable = _through_imports(module, node, name)
    if reachable is not None:
        return reachable, ()
    package, _, last = name.rpartition(".")
    if module.scope(node).lookup(last) is not None:
        return None
    for statement in module.index.all(ast.ImportFrom):
        if statement.module == package and not statement.level and statement in module.tree.body:
            edit = _taken_in(module, statement, last)
            if edit is not None:
                return last, (edit,)
    return None


def _through_imports(module: Module, node: ast.AST, name: str) -> str | None:
    """The shortest way to `name` through what is imported around `node`."""
    is_loaded = not name.startswith(_NEEDS_ITS_OWN_IMPORT) or any(
        target.startswith(_NEEDS_ITS_OWN_IMPORT) for target in _imported(module)
    )
    found: list[str] = []
    scope = module.scope(node)
    names: set[str] = set()
    around = scope
    while True:
        names.update(around.bindings)
        if around.parent is None:
            break
        around = around.parent
    for local in names:
        looked_up = scope.lookup(local)
        bindings = looked_up[1] if looked_up else []
        if len(bindings) != 1 or bindings[0].kind != "import":
            continue
        target = bindings[0].target
        if target == name:
            found.append(local)
        elif name.startswith(f"{target}.") and is_loaded:
            found.append(local + name[len(target) :])
    return min(found, key=lambda text: (text.count("."), len(text), text), default=None)


def _imported(module: Module) -> list[str]:
    plain = [alias.name for statement in module.index.all(ast.Import) for alias in statement.names]
    from_ = [
        f"{statement.module}.{alias.name}"
        for statement in module.index.all(ast.ImportFrom)
        if not statement.level
        for alias in statement.names
    ]
    return plain + from_


def _taken_in(module: Module, statement: ast.ImportFrom, name: str) -> Edit | None:
    """The edit that imports `name` too, in the place where sorted imports have it."""
    if any(alias.name == "*" for alias in statement.names):
        return None
    before = [alias for alias in statement.names if _order(alias.name) < _order(name)]
    alias = before[-1] if before else statement.names[0]
    line, byte_column = (alias.end_lineno, alias.end_col_offset) if before else (alias.lineno, alias.col_offset)
    if line is None or byte_column is None:
        return None
    column = module.source.character_column(line, byte_column)
    return Edit(line, column, line, column, f", {name}" if before else f"{name}, ")


def _order(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest."""
    return (0 if name.isupper() else 1 if name[:1].isupper() else 2, name)


def removed(module: Module, statement: ast.stmt) -> Edit | None:
    """The edit that takes `statement` out, with its line where it stands alone on it; `pass` stays where the block
    would be empty. None where it shares a line with something else."""
    span = module.source.node_span(statement)
    before = module.source.line_text(span.line)[: span.column]
    after = module.source.line_text(span.end_line)[span.end_column :].split("#")[0]
    if before.strip() or after.strip():
        return None
    parent = module.parent(statement)
    is_alone = any(getattr(parent, name, None) == [statement] for name in ("body", "orelse", "finalbody"))
    if is_alone:
        return Edit(*span, "pass")
    if span.end_line >= len(module.source.lines):
        return None
    return Edit(span.line, 0, span.end_line + 1, 0, "")

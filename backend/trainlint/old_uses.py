"""Where a file uses something of an old API, and where that is none of our business."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from .arguments import argument
from .module import Module
from .old_api import ARGUMENTS, MOVED
from .old_entry import Old
from .origins import makers
from .remembering import remembered

TRAINERS = frozenset(name for name in (*ARGUMENTS, *MOVED) if name.endswith("Trainer"))
CHECKPOINTS = frozenset(
    {
        "ray.train.Checkpoint",
        "ray.train._checkpoint.Checkpoint",
        "ray.tune.Checkpoint",
        "ray.air.Checkpoint",
        "ray.air.checkpoint.Checkpoint",
    }
)
_CAUGHT = frozenset(
    {"ImportError", "ModuleNotFoundError", "AttributeError", "TypeError", "ValueError", "DeprecationWarning"}
    | {"Warning", "Exception", "BaseException"}
)
_CHOOSES_V2 = re.compile(r"""RAY_TRAIN_V2_ENABLED["']?\]?\s*[,:=]\s*["']?(1|True)\b""")


@remembered
def leaves_alone(module: Module) -> bool:
    """Whether the file chooses Train V1 itself, or acts upon the version of Ray that it meets."""
    text = module.source.text
    if text.count("RAY_TRAIN_V2_ENABLED") > len(_CHOOSES_V2.findall(text)):
        return True
    if "__version__" not in text:
        return False
    return any(
        node.attr == "__version__" and module.qualified(node) == "ray.__version__" and _is_acted_upon(module, node)
        for node in module.index.all(ast.Attribute)
    )


def _is_acted_upon(module: Module, node: ast.AST) -> bool:
    child: ast.AST | None = node
    while child is not None and not isinstance(child, ast.Expr):
        if isinstance(child, ast.Compare | ast.Assign | ast.AnnAssign | ast.If):
            return True
        child = module.parent(child)
    return False


def is_prepared_for(module: Module, node: ast.AST) -> bool:
    """Whether `node` stands in a `try` that catches what Ray raises, or where only a type checker looks."""
    child = node
    while (parent := module.parent(child)) is not None:
        if isinstance(parent, ast.Try) and child in parent.body and any(map(_catches, parent.handlers)):
            return True
        if isinstance(parent, ast.ExceptHandler):
            return True  # the way for another version
        if isinstance(parent, ast.With) and any(_suppresses(module, item) for item in parent.items):
            return True
        if isinstance(parent, ast.If) and (module.qualified(parent.test) or "").endswith("TYPE_CHECKING"):
            return True
        child = parent
    return False


def _catches(handler: ast.ExceptHandler) -> bool:
    caught = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or (isinstance(kind, ast.Name) and kind.id in _CAUGHT) for kind in caught)


def _suppresses(module: Module, item: ast.withitem) -> bool:
    call = item.context_expr
    name = module.qualified(call.func) if isinstance(call, ast.Call) else None
    return name in ("contextlib.suppress", "pytest.raises", "pytest.warns", "pytest.deprecated_call")


@dataclass(frozen=True, slots=True, eq=False)
class Mention:
    """One place that names something of a table."""

    node: ast.alias | ast.expr
    """What an import binds, or the dotted expression."""
    name: str
    """As the file writes it, aliases resolved."""
    old: Old
    statement: ast.Import | ast.ImportFrom | None
    """The import."""


def mentions(module: Module, table: Mapping[str, Old]) -> Iterator[Mention]:
    """The imports of what is in `table`, and the dotted expressions that name it. What such an import binds is not
    told again where it is used."""
    told: set[str] = set()
    for statement in module.index.all(ast.ImportFrom):
        for alias in statement.names if not statement.level and _is_of_ray(statement.module) else ():
            found = _in(table, f"{statement.module}.{alias.name}")
            if found is not None:
                told.add(found)
                yield Mention(alias, f"{statement.module}.{alias.name}", table[found], statement)
    for imported in module.index.all(ast.Import):
        for alias in imported.names:
            found = _in(table, alias.name) if _is_of_ray(alias.name) else None
            if found is not None:
                told.add(found)
                yield Mention(alias, alias.name, table[found], imported)
    words = {name.rsplit(".", 1)[-1] for name in table}
    for node in module.index.all(ast.Attribute):
        name = module.qualified(node) if node.attr in words else None
        if name in table and name is not None and _in(dict.fromkeys(told, table[name]), name) is None:
            yield Mention(node, name, table[name], None)


def _is_of_ray(name: str | None) -> bool:
    return name is not None and name.startswith("ray.")


def _in(table: Mapping[str, Old], name: str) -> str | None:
    """`name`, or the nearest module around it, that is in `table`."""
    while name:
        if name in table:
            return name
        name = name.rpartition(".")[0]
    return None


def uses_tune(module: Module) -> bool:
    """Whether the file also talks to Ray Tune or RLlib, where some of the old is still right."""
    for statement in module.index.all(ast.ImportFrom):
        for alias in statement.names:
            if f"{statement.module}.{alias.name}.".startswith(("ray.tune.", "ray.rllib.")):
                return True
    return any(
        f"{alias.name}.".startswith(("ray.tune.", "ray.rllib."))
        for statement in module.index.all(ast.Import)
        for alias in statement.names
    )


def is_trainer(module: Module, expression: ast.expr) -> bool:
    """Whether `expression` is surely a trainer that this file makes."""
    found = makers(module, expression)
    return bool(found) and all(_is_call_of(module, maker, TRAINERS) for maker in found or ())


def is_result(module: Module, expression: ast.expr) -> bool:
    """Whether `expression` is surely what `fit()` of such a trainer gave back."""
    found = makers(module, expression)
    return bool(found) and all(
        isinstance(maker, ast.Call)
        and isinstance(maker.func, ast.Attribute)
        and maker.func.attr == "fit"
        and is_trainer(module, maker.func.value)
        for maker in found or ()
    )


def is_context(module: Module, expression: ast.expr) -> bool:
    """Whether `expression` is surely the context of a worker of Ray Train."""
    found = makers(module, expression)
    return bool(found) and all(_is_call_of(module, maker, {"ray.train.get_context"}) for maker in found or ())


def is_checkpoint(module: Module, expression: ast.expr) -> bool:
    """Whether `expression` is surely a checkpoint (or None): of `get_checkpoint()`, of a result, or made here."""
    if isinstance(expression, ast.Name):
        binding = module.binding(expression)
        if binding is not None and binding.kind == "parameter" and isinstance(binding.node, ast.FunctionDef):
            annotated = _annotation(binding.node, expression.id)
            if annotated is not None and module.qualified(annotated) in CHECKPOINTS:
                return True
    found = [
        maker
        for maker in makers(module, expression) or ()
        if not (isinstance(maker, ast.Constant) and maker.value is None)
    ]
    return bool(found) and all(_is_made_checkpoint(module, maker) for maker in found)


_GIVES_CHECKPOINTS = frozenset(
    {"ray.train.get_checkpoint", "ray.air.session.get_checkpoint"}
    | CHECKPOINTS
    | {f"{name}.from_directory" for name in CHECKPOINTS}
)


def _is_made_checkpoint(module: Module, maker: ast.expr) -> bool:
    if _is_call_of(module, maker, _GIVES_CHECKPOINTS):
        return True
    if isinstance(maker, ast.Call) and isinstance(maker.func, ast.Attribute):
        return maker.func.attr == "get_best_checkpoint" and is_result(module, maker.func.value)
    return isinstance(maker, ast.Attribute) and maker.attr == "checkpoint" and is_result(module, maker.value)


def _annotation(function: ast.FunctionDef, parameter: str) -> ast.expr | None:
    arguments = function.args
    for taken in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        if taken.arg == parameter:
            return taken.annotation
    return None


def _is_call_of(module: Module, maker: ast.expr, names: frozenset[str] | set[str]) -> bool:
    return isinstance(maker, ast.Call) and module.qualified(maker.func) in names


def given(module: Module, call: ast.Call, name: str, place: int | None = None) -> list[ast.expr]:
    """Every expression of this file that may have made what `call` was given; empty where that is out of sight."""
    value = argument(call, name, place)
    return (makers(module, value) or []) if value is not None else []

"""How a training loop goes on from the checkpoint that `get_checkpoint` gave."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from weakref import WeakKeyDictionary

from .checkpoints import is_resumed_from
from .files import Stored, loads
from .loop import TrainLoop
from .module import Module
from .node_index import last_word
from .reaching import reaching


@dataclass(frozen=True, slots=True, eq=False)
class Reads:
    """What is done with the value of one read: the places that take a key out of it. `whole`: the places where it is
    used whole. `escapes`: whether it goes where its keys cannot be followed."""

    stored: Stored
    keys: dict[str, list[ast.expr]] = field(default_factory=dict)
    whole: list[ast.expr] = field(default_factory=list)
    escapes: bool = False


_READS: WeakKeyDictionary[TrainLoop, list[Reads]] = WeakKeyDictionary()


def resumed_reads(module: Module, loop: TrainLoop) -> list[Reads]:
    """The reads of `loop` from the directory of its own latest checkpoint."""
    if loop not in _READS:
        found = [stored for stored in loads(module, loop.index) if is_resumed_from(module, stored.place.root)]
        _READS[loop] = [reads_of(module, stored) for stored in found]
    return _READS[loop]


def reads_of(module: Module, stored: Stored) -> Reads:
    """Follows the value of a read through the variable it is assigned to."""
    keys: dict[str, list[ast.expr]] = {}
    whole: list[ast.expr] = []
    uses: list[ast.expr] = [stored.call]
    assigned = module.parent(stored.call)
    targets = assigned.targets if isinstance(assigned, ast.Assign) else []
    targets = [assigned.target] if isinstance(assigned, ast.AnnAssign) else targets
    target = targets[0] if len(targets) == 1 else None
    if isinstance(target, ast.Name):
        uses = [
            name
            for name in module.index.all(ast.Name)
            if name.id == target.id
            and isinstance(name.ctx, ast.Load)
            and any(bound.node is assigned for bound in reaching(module, name))
        ]
    escapes = False
    for use in uses:
        taken = _key_of(module, use)
        if taken is not None:
            keys.setdefault(taken[1], []).append(taken[0])
        elif is_loaded(module, use):
            whole.append(use)
        elif not _is_only_looked_at(module, use):
            escapes = True
    return Reads(stored, keys, whole, escapes)


def _key_of(module: Module, use: ast.expr) -> tuple[ast.expr, str] | None:
    """`state["model"]` or `state.get("model")` around `use`."""
    match parent := module.parent(use):
        case ast.Subscript(slice=ast.Constant(value=str(key)), ctx=ast.Load()) if parent.value is use:
            return parent, key
        case ast.Attribute(attr="get" | "pop"):
            match call := module.parent(parent):
                case ast.Call(func=func, args=[ast.Constant(value=str(key)), *_]) if func is parent:
                    return call, key
    return None


def is_loaded(module: Module, use: ast.expr) -> bool:
    """Whether `use` is given to `load_state_dict`."""
    parent = module.parent(use)
    return isinstance(parent, ast.Call) and last_word(parent.func) == "load_state_dict"


def loads_from(module: Module, read: Reads) -> list[ast.Call]:
    """The `load_state_dict` calls that take what was read."""
    nodes = [*read.whole, *(node for nodes in read.keys.values() for node in nodes)]
    parents = [module.parent(node) for node in nodes if is_loaded(module, node)]
    return [parent for parent in parents if isinstance(parent, ast.Call)]


def _is_only_looked_at(module: Module, use: ast.expr) -> bool:
    parent = module.parent(use)
    if isinstance(parent, ast.Call):
        return module.qualified(parent.func) in ("builtins.print", "builtins.len")
    return isinstance(parent, ast.Compare | ast.If | ast.IfExp | ast.Expr)

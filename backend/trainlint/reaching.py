"""Which of several assignments a name has where it stands."""

from __future__ import annotations

import ast

from .attributes import attribute_value
from .module import Module
from .remembering import remembered
from .scopes import Binding

_LOOPS = (ast.For, ast.AsyncFor, ast.While)
_WITHS = (ast.With, ast.AsyncWith)
_LONGEST_CHAIN = 12


@remembered
def reaching(module: Module, name: ast.Name) -> list[Binding]:
    """The bindings of `name` that may hold where it stands. What a later one has surely replaced is left out:
    after `model = prepare_model(model)` only that one is. Names of a function around count with all they have."""
    bindings = module.bindings(name)
    if len(bindings) < 2:
        return bindings
    frame = module.frame(name)
    if any(module.frame(_inside(binding)) is not frame and binding.kind != "parameter" for binding in bindings):
        return bindings
    around, earlier = _way_to(module, name, frame)
    here = _place(name)
    before = [bound for bound in bindings if _place(bound.node) < here and not _is_within(bound, name, module)]
    sure = [bound for bound in before if bound.kind == "parameter" or _surely_ran(module, bound.node, around, earlier)]
    last = max(sure, key=lambda bound: _place(bound.node), default=None)
    found = [bound for bound in before if last is None or _place(bound.node) >= _place(last.node)]
    found = [bound for bound in found if not _in_the_other_arm(module, bound.node, around)]
    loops = [node for node in around if isinstance(node, _LOOPS)]
    for loop in loops:
        if last is not None and _is_under(module, last.node, loop):
            continue  # each round begins with that one
        found += [bound for bound in bindings if bound not in found and _is_under(module, bound.node, loop)]
    return found


def latest(module: Module, expression: ast.expr) -> ast.expr:
    """`expression`, or what the name in it (or `self.name`) was last assigned where it stands, as far back as that is
    sure."""
    for _ in range(_LONGEST_CHAIN):
        if isinstance(expression, ast.Attribute):
            value = attribute_value(module, expression)
            if value is None:
                break
            expression = value
            continue
        if not isinstance(expression, ast.Name):
            break
        bindings = reaching(module, expression)
        if len(bindings) != 1 or bindings[0].kind != "assignment" or bindings[0].value is None:
            break
        expression = bindings[0].value
    return expression


def opened_by(module: Module, expression: ast.expr) -> ast.withitem | None:
    """The `with ... as name` that gave `expression` its value, through other names."""
    expression = latest(module, expression)
    if not isinstance(expression, ast.Name):
        return None
    bindings = reaching(module, expression)
    node = bindings[0].node if len(bindings) == 1 else None
    return node if isinstance(node, ast.withitem) and isinstance(node.optional_vars, ast.Name) else None


def folder_made(module: Module, root: ast.expr | None) -> ast.AST | None:
    """The `with` or the call that makes the directory `root`: two paths with the same one are in the same folder."""
    if root is None:
        return None
    item = opened_by(module, root)
    made = item if item is not None else latest(module, root)
    return made if isinstance(made, ast.withitem | ast.Call) else None


def ran_before(module: Module, node: ast.AST, place: ast.AST) -> bool:
    """Whether `node`, a call that is a statement of its own, has surely run whenever `place` is reached in the same
    round of the same function."""
    frame = module.frame(node)
    statement = module.parent(node)
    if frame is not module.frame(place) or not isinstance(statement, ast.Expr) or _place(place) <= _place(node):
        return False
    around, earlier = _way_to(module, place, frame)
    return _surely_ran(module, statement, around, earlier)


def _way_to(module: Module, node: ast.AST, frame: ast.AST) -> tuple[dict[ast.AST, ast.AST], set[ast.AST]]:
    """What stands around `node` in its function (each with the child on the way), and the statements that stand before
    one of these in the same block."""
    around: dict[ast.AST, ast.AST] = {}
    earlier: set[ast.AST] = set()
    child = node
    while child is not frame:
        parent = module.parent(child)
        if parent is None:
            break
        around[parent] = child
        for block in (getattr(parent, field, None) for field in ("body", "orelse", "finalbody")):
            if isinstance(block, list) and child in block:
                earlier.update(block[: block.index(child)])
        if isinstance(parent, ast.Try) and (child in parent.orelse or child in parent.finalbody):
            earlier.update(parent.body if child in parent.orelse else [])
        child = parent
    return around, earlier


def _surely_ran(module: Module, binding: ast.AST, around: dict[ast.AST, ast.AST], earlier: set[ast.AST]) -> bool:
    """Whether `binding` has run whenever the place is reached: nothing but `with` stands between it and the way."""
    if isinstance(binding, ast.AugAssign):
        return False  # `total += x` adds to what was there
    if isinstance(binding, _LOOPS):
        return binding in around  # after the loop, it may have had no round
    node: ast.AST | None = binding
    while node is not None:
        if node in earlier:
            return True
        if node in around:
            return isinstance(node, _WITHS)
        child, node = node, module.parent(node)
        if not isinstance(node, _WITHS) and not (isinstance(node, ast.Try) and child in node.finalbody):
            return False
    return False


def _in_the_other_arm(module: Module, binding: ast.AST, around: dict[ast.AST, ast.AST]) -> bool:
    child: ast.AST = binding
    while (parent := module.parent(child)) is not None:
        if isinstance(parent, ast.If) and parent in around:
            ours = around[parent]
            return (ours in parent.body and child in parent.orelse) or (ours in parent.orelse and child in parent.body)
        child = parent
    return False


def _is_under(module: Module, node: ast.AST, above: ast.AST) -> bool:
    inner: ast.AST | None = node
    while inner is not None and inner is not above:
        inner = module.parent(inner)
    return inner is not None


def _is_within(binding: Binding, name: ast.Name, module: Module) -> bool:
    """Whether `name` stands in what the binding assigns: `model = wrap(model)` is not yet the new one there."""
    return binding.value is not None and _is_under(module, name, binding.value)


def _inside(binding: Binding) -> ast.AST:
    node = binding.node
    return node.context_expr if isinstance(node, ast.withitem) else node


def _place(node: ast.AST) -> tuple[int, int]:
    located = node.context_expr if isinstance(node, ast.withitem) else node
    located = located.target if isinstance(located, ast.comprehension) else located
    return getattr(located, "lineno", 0), getattr(located, "col_offset", 0)

"""What `backward()` goes back through: from the loss to the forward passes that it was made from."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from .loop import TrainLoop
from .module import Module
from .reaching import reaching
from .remembering import remembered
from .scopes import Function, children_of, walk

_CUTS = frozenset(["item", "detach", "numpy", "tolist", "detach_"])
_NO_GRADIENT = frozenset(["torch.no_grad", "torch.inference_mode", "torch.set_grad_enabled"])


def differentiated(loop: TrainLoop) -> list[tuple[ast.Call, ast.expr]]:
    """Each `backward` call in `loop`, with what it is called on: `loss` in `loss.backward()`, in
    `scaler.scale(loss).backward()` and in `accelerator.backward(loss)`."""
    found: list[tuple[ast.Call, ast.expr]] = []
    for call in loop.index.calls_named("backward"):
        if isinstance(call.func, ast.Attribute):
            found.append((call, call.args[0] if call.args else call.func.value))
    return found


@remembered
def behind(module: Module, loss: ast.expr) -> list[ast.AST]:
    """The nodes that `loss` may have been computed by, with its variables, parameters and functions of this file
    followed; what is detached or made without gradients is left out."""
    found: list[ast.AST] = []
    seen: set[ast.AST] = set()
    waiting: list[ast.AST] = [loss]
    while waiting:
        node = waiting.pop()
        if node in seen or _is_cut(node):
            continue
        seen.add(node)
        found.append(node)
        waiting += children_of(node)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            waiting += _assigned(module, node)
        elif isinstance(node, ast.Call):
            function = module.function(node.func)
            waiting += _returned(function) if function is not None else ()
    return found


def _is_cut(node: ast.AST) -> bool:
    if isinstance(node, ast.Attribute):
        return node.attr in ("data", "shape", "grad")
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _CUTS


def _assigned(module: Module, name: ast.Name) -> Iterator[ast.expr]:
    for binding in reaching(module, name):
        if isinstance(binding.node, ast.Assign | ast.AnnAssign | ast.AugAssign | ast.NamedExpr):
            if binding.node.value is not None and not without_gradient(module, binding.node):
                yield binding.value or binding.node.value
        elif binding.kind == "parameter" and isinstance(binding.node, Function):
            yield from module.arguments_for(binding.node, name.id) or ()


def _returned(function: Function) -> list[ast.expr]:
    if isinstance(function, ast.Lambda):
        return [function.body]
    returns = [node for node in walk(function, into_functions=False) if isinstance(node, ast.Return)]
    return [node.value for node in returns if node.value is not None]


def without_gradient(module: Module, node: ast.AST) -> bool:
    """Whether `node` stands in a `with torch.no_grad():`."""
    child: ast.AST | None = node
    while child is not None and not isinstance(child, Function):
        if isinstance(child, ast.With) and any(
            isinstance(item.context_expr, ast.Call) and module.qualified(item.context_expr.func) in _NO_GRADIENT
            for item in child.items
        ):
            return True
        child = module.parent(child)
    return False


def averages_by_hand(loop: TrainLoop) -> bool:
    """Whether `loop` has a collective beside a look at gradients or at single parameters: then it may do by itself
    what a wrapper does."""
    collectives = loop.index.calls_named("all_reduce", "all_reduce_coalesced", "reduce_scatter_tensor", "average")
    if not collectives:
        return False
    iterated = [node.iter for node in loop.index.all(ast.For)]
    iterated += [node.iter for node in loop.index.all(ast.comprehension)]
    looks = ("grad", "register_hook", "register_post_accumulate_grad_hook", "register_comm_hook")
    return any(node.attr in looks for node in loop.index.all(ast.Attribute)) or any(
        isinstance(node, ast.Attribute) and node.attr in ("parameters", "named_parameters", "state_dict")
        for iter_ in iterated
        for node in walk(iter_)
    )

"""Where a program takes parameters out of the training, and where it brings some back."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from .loop import TrainLoop
from .module import Module

_LISTS = ("parameters", "named_parameters")


@dataclass(frozen=True, slots=True)
class Frozen:
    """One place that freezes parameters: `statement` does it, to parameters of `owner`, to `all` of them or some."""

    statement: ast.Assign | ast.Call
    owner: ast.expr
    all: bool


def frozen(loop: TrainLoop) -> list[Frozen]:
    """The places in `loop` that freeze parameters; empty as soon as anything may bring some back."""
    module = loop.module
    if any(_may_thaw(call) for call in loop.index.calls_named("requires_grad_")):
        return []
    found = [
        Frozen(call, call.func.value, True)
        for call in loop.index.calls_named("requires_grad_")
        if isinstance(call.func, ast.Attribute)
    ]
    for assign in loop.index.all(ast.Assign):
        for target in assign.targets:
            if isinstance(target, ast.Attribute) and target.attr == "requires_grad":
                if not (isinstance(assign.value, ast.Constant) and assign.value.value is False):
                    return []
                found += _of_a_list(module, assign, target)
    return found


def _may_thaw(call: ast.Call) -> bool:
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return not (len(given) == 1 and isinstance(given[0], ast.Constant) and given[0].value is False)


def _of_a_list(module: Module, assign: ast.Assign, target: ast.Attribute) -> Iterator[Frozen]:
    """`for weight in model.parameters(): weight.requires_grad = False`."""
    child: ast.AST = assign
    is_all = True
    while not isinstance(child, ast.For):
        parent = module.parent(child)
        if parent is None or not isinstance(parent, ast.If | ast.For):
            return
        is_all = is_all and isinstance(parent, ast.For)
        child = parent
    match child.iter:
        case ast.Call(func=ast.Attribute(attr=attribute, value=owner)) if attribute in _LISTS:
            names = {node.id for node in ast.walk(child.target) if isinstance(node, ast.Name)}
            if isinstance(target.value, ast.Name) and target.value.id in names:
                yield Frozen(assign, owner, is_all and child.body == [assign])


def root_of(owner: ast.expr) -> ast.expr:
    """`model` of `model.module.encoder` and of `model.module[0]`."""
    while isinstance(owner, ast.Attribute | ast.Subscript):
        owner = owner.value
    return owner

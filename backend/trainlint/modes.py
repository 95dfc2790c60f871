"""Layers that do one thing in training and another in evaluation, and who switches between the two."""

from __future__ import annotations

import ast

from .loop import TrainLoop
from .scopes import Function

_LAYERS = (
    "torch.nn.Dropout",
    "torch.nn.AlphaDropout",
    "torch.nn.BatchNorm",
    "torch.nn.SyncBatchNorm",
    "torch.nn.Transformer",
    "torchvision.models.resnet",
)


def has_layers_with_modes(loop: TrainLoop) -> bool:
    """Whether some model of `loop` has dropout or batch normalization for certain."""
    return any((loop.module.qualified(call.func) or "").startswith(_LAYERS) for call in loop.calls)


def switches_to_evaluation(loop: TrainLoop) -> list[ast.Call]:
    """The `model.eval()` of `loop`."""
    return [call for call in loop.index.calls_named("eval") if isinstance(call.func, ast.Attribute) and not call.args]


def switches_to_training(loop: TrainLoop) -> list[ast.Call]:
    """The `model.train()` of `loop`; one with an argument may be either."""
    return [call for call in loop.index.calls_named("train") if isinstance(call.func, ast.Attribute)]


def innermost_loop(loop: TrainLoop, node: ast.AST) -> ast.AST:
    """The nearest `for` or `while` around `node` in its function, or that function."""
    child: ast.AST | None = loop.module.parent(node)
    while child is not None and not isinstance(child, ast.For | ast.While | Function):
        child = loop.module.parent(child)
    return child if child is not None else loop.module.tree

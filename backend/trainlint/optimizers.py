"""What of `torch.optim` a call makes: an optimizer, or what sets its learning rate."""

from __future__ import annotations

import ast

from .module import Module

SCHEDULERS = "torch.optim.lr_scheduler."
_OPTIMIZERS = "torch.optim."


def makes_scheduler(module: Module, made: ast.expr) -> bool:
    """Whether `made` is a call that makes a scheduler of the learning rate."""
    return isinstance(made, ast.Call) and (module.qualified(made.func) or "").startswith(SCHEDULERS)


def makes_optimizer(module: Module, made: ast.expr) -> bool:
    """Whether `made` is a call that makes an optimizer."""
    return (
        isinstance(made, ast.Call)
        and (module.qualified(made.func) or "").startswith(_OPTIMIZERS)
        and not makes_scheduler(module, made)
    )

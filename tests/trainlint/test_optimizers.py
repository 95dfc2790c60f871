from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.optimizers import makes_optimizer, makes_scheduler


@pytest.mark.parametrize(
    ("made", "optimizer", "scheduler"),
    [
        ("torch.optim.SGD(weights)", True, False),
        ("AdamW(weights)", True, False),
        ("torch.optim.lr_scheduler.StepLR(optimizer, 1)", False, True),
        ("StepLR(optimizer, 1)", False, True),
        ("Lion(weights)", False, False),
        ("optimizer", False, False),
    ],
)
def test_optimizers_and_schedulers_of_torch_are_told_apart(made: str, optimizer: bool, scheduler: bool) -> None:
    head = "import torch\nfrom torch.optim import AdamW\nfrom torch.optim.lr_scheduler import StepLR\n"
    module = module_of(f"{head}{made}\n")
    statement = module.tree.body[-1]
    assert isinstance(statement, ast.Expr)
    assert makes_optimizer(module, statement.value) is optimizer
    assert makes_scheduler(module, statement.value) is scheduler

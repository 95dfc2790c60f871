from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.tensors import Tensors

START = """
import torch
import torch.nn.functional as F
from torch import nn
from ray.train.torch import prepare_model
from elsewhere import Net

model = prepare_model(nn.Sequential(nn.Linear(4, 8), nn.ReLU()))
net = prepare_model(Net())
criterion = nn.CrossEntropyLoss()
each = nn.MSELoss(reduction="none")
x = torch.randn(8, 4)
"""


def known(text: str) -> tuple[bool, bool]:
    """Whether what the last line uses is a tensor, and whether it holds one number."""
    module = module_of(f"{START}{text}")
    use = next(call for call in module.calls if isinstance(call.func, ast.Name) and call.func.id == "use")
    tensors = Tensors(module)
    return tensors.is_tensor(use.args[0]), tensors.is_scalar(use.args[0])


@pytest.mark.parametrize(
    "text",
    [
        "use(F.mse_loss(x, x))",
        "use(criterion(net(x), x))",
        "loss = criterion(model(x), x) / 4\nuse(loss)",
        "use(x.mean())",
        "use(model(x).square().sum())",
        "use((model(x) - x).square().mean())",
        "use(torch.stack([x]).mean())",
        "use(torch.tensor(1.0))",
        "use((net(x).argmax(1) == labels).float().mean())",
        "use(net(x).detach().sum())",
        "use(-x.sum() * len(x))",
        "loss = net(x).loss\nloss.backward()\nuse(loss)",
        "total = 0.0\nfor i in y:\n    total += x.mean()\nuse(total / len(y))",
        "def f():\n    return x.mean()\nuse(f())",
        "def f(a):\n    use(a)\nf(x.mean())",
        "loss = None\nfor i in y:\n    loss = x.mean()\n    use(loss)",
    ],
)
def test_tensors_of_one_number(text: str) -> None:
    assert known(text) == (True, True)


@pytest.mark.parametrize(
    "text",
    [
        "use(x)",
        "use(model(x))",
        "use(each(x, x))",
        "use(F.mse_loss(x, x, reduction='none'))",
        "use(x.mean(dim=0))",
        "use(x.mean() * unknown)",
        "use(x.to(device).detach().cpu())",
        "use(model(x).argmax(dim=1) == x)",
    ],
)
def test_tensors_that_may_hold_more_than_one_number(text: str) -> None:
    assert known(text) == (True, False)


@pytest.mark.parametrize(
    "text",
    [
        "use(net(x))",
        "use(x.mean().item())",
        "use(float(x.mean()))",
        "use(x.max(dim=1))",
        "use(x.shape)",
        "use(x.tolist())",
        "use(unknown.mean())",
        "use(unknown.float())",
        "use(unknown.float(1).mean())",
        "loss = x.mean()\nloss = loss.item()\nuse(loss)",
        "total = 0.0\nfor i in y:\n    total += x.mean().item()\nuse(total)",
        "value = x.mean() if a else 0.0\nuse(value)",
        "def f(a):\n    use(a)\nf(x.mean())\nf(1.0)",
        "for loss in losses:\n    use(loss)",
    ],
)
def test_what_is_no_tensor_for_certain(text: str) -> None:
    assert known(text) == (False, False)

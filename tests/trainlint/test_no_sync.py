from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.module import Module
from trainlint.no_sync import context_around, has_forward, is_forward, statement_of

HEAD = """
import torch
from contextlib import nullcontext
from ray.train.torch import prepare_model
plain = torch.nn.Linear(1, 1)
model = prepare_model(plain)
"""


def backward_in(text: str) -> tuple[Module, ast.Call]:
    module = module_of(HEAD + text)
    return module, next(call for call in module.calls if ast.unparse(call.func) == "loss.backward")


@pytest.mark.parametrize(
    ("text", "stands", "forward"),
    [
        ("with model.no_sync():\n    loss = model(x)\n    loss.backward()\n", True, True),
        ("loss = model(x)\nwith model.no_sync():\n    loss.backward()\n", True, False),
        ("with open('log') as log, model.no_sync():\n    loss.backward()\n", True, False),
        ("with model.no_sync() if part else nullcontext():\n    loss.backward()\n", False, False),
        ("with plain.no_sync():\n    loss.backward()\n", False, False),
        ("def step():\n    loss.backward()\nwith model.no_sync():\n    step()\n", False, False),
        ("loss.backward()\n", False, False),
    ],
)
def test_it_is_known_where_a_backward_pass_stands_and_whether_the_forward_pass_does_too(
    text: str, stands: bool, forward: bool
) -> None:
    module, call = backward_in(text)
    context = context_around(module, call)
    assert (context is not None) is stands
    if context is not None:
        assert has_forward(module, context) is forward
        assert isinstance(statement_of(module, context), ast.With)


def test_a_forward_pass_is_a_call_of_the_wrapped_model_by_name() -> None:
    module = module_of(f"{HEAD}model(x)\nplain(x)\nmodel.module(x)\n")
    calls = [statement.value for statement in module.tree.body[-3:] if isinstance(statement, ast.Expr)]
    assert [is_forward(module, call) for call in calls] == [True, False, False]

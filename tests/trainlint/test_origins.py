from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.module import Module
from trainlint.origins import certainly_made_by, made_by, makers

HEAD = """
import torch
from ray.train.torch import prepare_model
def build(): return torch.nn.Linear(1, 1)
def several(flag):
    if flag: return 1
    return 2
model = build()
both = build()
both = prepare_model(both)
def step(net, other=None):
    net
step(model.to("cpu"))
with open("x") as file: pass
"""


def last(text: str) -> tuple[Module, ast.expr]:
    module = module_of(HEAD + text)
    statement = module.tree.body[-1]
    assert isinstance(statement, ast.Expr)
    return module, statement.value


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("model", {"torch.nn.Linear(1, 1)"}),
        ("model.to('cpu').eval()", {"torch.nn.Linear(1, 1)"}),
        ("both", {"torch.nn.Linear(1, 1)", "prepare_model(both)"}),
        ("model if flag else both", {"torch.nn.Linear(1, 1)", "prepare_model(both)"}),
        ("(net := model)", {"torch.nn.Linear(1, 1)"}),
        ("1 + 1", {"1 + 1"}),
        ("several(True)", None),
        ("file", None),
        ("unknown", None),
    ],
)
def test_a_value_is_followed_to_what_made_it(text: str, found: set[str] | None) -> None:
    made = makers(*last(text))
    assert (None if made is None else {ast.unparse(maker) for maker in made}) == found


def test_a_parameter_is_what_calls_give_it() -> None:
    module = module_of(HEAD)
    name = next(node for node in module.index.all(ast.Name) if node.id == "net" and isinstance(node.ctx, ast.Load))
    assert [ast.unparse(maker) for maker in makers(module, name) or ()] == ["torch.nn.Linear(1, 1)"]


def test_some_or_every_maker_is_one_of_the_names() -> None:
    assert made_by(*last("both"), "ray.train.torch.prepare_model")
    assert not certainly_made_by(*last("both"), "ray.train.torch.prepare_model")
    assert certainly_made_by(*last("model"), "torch.nn.Linear")
    assert not made_by(*last("file"), "builtins.open")

from __future__ import annotations

import ast

import pytest

from parsed_programs import module_of
from trainlint.loop import TrainLoop
from trainlint.modes import has_layers_with_modes, innermost_loop, switches_to_evaluation, switches_to_training


def loop_of(body: str) -> TrainLoop:
    module = module_of(f"from torch import nn\nimport torchvision\ndef train_loop():\n    {body}")
    return TrainLoop(module, module.functions[0])


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("nn.Sequential(nn.Linear(1, 1), nn.Dropout(0.5))", True),
        ("nn.BatchNorm2d(3)", True),
        ("torchvision.models.resnet18()", True),
        ("nn.Linear(1, 1)", False),
        ("Dropout(0.5)", False),
    ],
)
def test_models_that_know_two_modes(body: str, expected: bool) -> None:
    assert has_layers_with_modes(loop_of(body)) is expected


def test_switches_are_methods() -> None:
    loop = loop_of("model.eval(); eval('1'); model.train(); train()")
    assert [ast.unparse(call) for call in switches_to_evaluation(loop)] == ["model.eval()"]
    assert [ast.unparse(call) for call in switches_to_training(loop)] == ["model.train()"]


def test_the_innermost_loop_is_of_the_same_function() -> None:
    loop = loop_of("for a in b:\n        while c:\n            one()\n        two()\n    three()")
    kinds = {ast.unparse(call): type(innermost_loop(loop, call)).__name__ for call in loop.calls}
    assert kinds == {"one()": "While", "two()": "For", "three()": "FunctionDef"}
